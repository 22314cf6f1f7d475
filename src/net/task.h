// The type of our coroutines: lazy, awaited by one, run on the loop of a thread.
//
// g++ 12 miscompiles coroutines in which a temporary aggregate or a capturing lambda stands inside a `co_await`, or
// `co_await` inside `?:`, a braced list or the head of a switch. The rule of the house is therefore: await only what has
// a name, and nothing else in that statement.
//
//   auto reading = stream.read_some(buffer, size);
//   const Io io = co_await std::move(reading);
//
// A coroutine begins when it is awaited, so what it takes by reference or view must have a name too; what is made for the
// call (a text put together) it takes by value.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>

namespace acode::net {

/// Of one io_context, by its own type: the type that can hold any executor costs a virtual call for each step.
using Executor = boost::asio::io_context::executor_type;

template <class T = void>
using Task = boost::asio::awaitable<T, Executor>;

}  // namespace acode::net
