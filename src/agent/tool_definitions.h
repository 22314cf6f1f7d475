// What models are told about the built-in tools: names, descriptions and schemas.
#pragma once

#include <string_view>

namespace acode::agent {

inline constexpr std::string_view kToolDefinitions = R"json([
  {
    "name": "get_workspace_summary",
    "version": "1.0.0",
    "description": "Describes the workspace: its name, the git branch, how many files and directories there are, the most frequent file extensions, and what lies at its top. A good first call.",
    "parameters": {"type": "object", "properties": {}, "additionalProperties": false}
  },
  {
    "name": "list_files",
    "version": "1.0.0",
    "description": "Lists files and directories, sorted, one path a line, relative to the top of the workspace. Directories end with a slash. Links are not followed; .git, node_modules, build and the like are not entered.",
    "parameters": {
      "type": "object",
      "properties": {
        "path": {"type": "string", "minLength": 1, "description": "The directory, relative to the top of the workspace.", "default": "."},
        "recursive": {"type": "boolean", "description": "Also what is in the directories below.", "default": false},
        "pattern": {"type": "string", "minLength": 1, "maxLength": 200, "description": "Only paths below the directory that match: * stands for any characters in a name, ? for one, ** for any directories. A pattern with a slash searches the directories below too.", "examples": ["*.cc", "src/**/*_test.py"]},
        "max_entries": {"type": "integer", "minimum": 1, "maximum": 10000, "description": "How many are listed at most.", "default": 500}
      },
      "additionalProperties": false
    }
  },
  {
    "name": "read_file",
    "version": "1.0.0",
    "description": "Reads a text file, or some of its lines. A long file is cut, and the last line then says how to read on.",
    "parameters": {
      "type": "object",
      "properties": {
        "path": {"type": "string", "minLength": 1, "description": "The file, relative to the top of the workspace.", "examples": ["src/main.cc"]},
        "start_line": {"type": "integer", "minimum": 1, "description": "The first line to read, counted from 1.", "default": 1},
        "line_count": {"type": "integer", "minimum": 1, "description": "How many lines to read; all if it is left out."}
      },
      "required": ["path"],
      "additionalProperties": false
    }
  },
  {
    "name": "write_file",
    "version": "1.0.0",
    "description": "Writes a text file: a new one, or all of an old one anew. What was in it before is gone, so give the whole content.",
    "parameters": {
      "type": "object",
      "properties": {
        "path": {"type": "string", "minLength": 1, "description": "The file, relative to the top of the workspace.", "examples": ["notes.txt"]},
        "content": {"type": "string", "description": "All that is to be in the file."},
        "create_directories": {"type": "boolean", "description": "Makes the directories of the path that do not exist.", "default": false}
      },
      "required": ["path", "content"],
      "additionalProperties": false
    }
  },
  {
    "name": "create_directory",
    "version": "1.0.0",
    "description": "Makes a directory, and those on the way to it. Nothing happens if it is there already.",
    "parameters": {
      "type": "object",
      "properties": {
        "path": {"type": "string", "minLength": 1, "description": "The directory, relative to the top of the workspace.", "examples": ["src/util"]}
      },
      "required": ["path"],
      "additionalProperties": false
    }
  },
  {
    "name": "delete_file",
    "version": "1.0.0",
    "description": "Deletes a file or an empty directory. It cannot be undone.",
    "parameters": {
      "type": "object",
      "properties": {
        "path": {"type": "string", "minLength": 1, "description": "What to delete, relative to the top of the workspace.", "examples": ["old.txt"]}
      },
      "required": ["path"],
      "additionalProperties": false
    }
  },
  {
    "name": "execute_command",
    "version": "1.0.0",
    "description": "Runs a shell command in the workspace and returns what it prints, standard output and standard error together, and its exit status. There is no input and no terminal. It is ended when it takes too long, and what it leaves running is ended with it.",
    "parameters": {
      "type": "object",
      "properties": {
        "command": {"type": "string", "minLength": 1, "description": "The command line, for sh.", "examples": ["make test"]},
        "directory": {"type": "string", "minLength": 1, "description": "Where to run it, relative to the top of the workspace.", "default": "."}
      },
      "required": ["command"],
      "additionalProperties": false
    }
  },
  {
    "name": "git_status",
    "version": "1.0.0",
    "description": "Shows the git branch and the files that have changed, in git's short form: M changed, A added, D deleted, ?? not known to git; the first column is what is staged.",
    "parameters": {"type": "object", "properties": {}, "additionalProperties": false}
  },
  {
    "name": "git_commit",
    "version": "1.0.0",
    "description": "Commits to git: what is staged, or, with all, every change in the workspace, or the changes of some paths. New files are included with all and paths.",
    "parameters": {
      "type": "object",
      "properties": {
        "message": {"type": "string", "minLength": 1, "description": "What changed and why; the first line is a short summary.", "examples": ["Fix the count of empty lines"]},
        "all": {"type": "boolean", "description": "Commits every change in the workspace.", "default": false},
        "paths": {"type": "array", "items": {"type": "string", "minLength": 1}, "minItems": 1, "maxItems": 1000, "description": "Commits the changes of these files and directories only, relative to the top of the workspace.", "examples": [["src/main.cc", "README.md"]]}
      },
      "required": ["message"],
      "additionalProperties": false
    }
  }
])json";

}  // namespace acode::agent
