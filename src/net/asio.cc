// Asio itself, compiled once (BOOST_ASIO_SEPARATE_COMPILATION): the files that use it see declarations only.
#include <boost/asio/impl/src.hpp>
