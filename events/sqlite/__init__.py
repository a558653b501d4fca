"""The embedded store: all diaries in one SQLite file. Its door is `SQLiteStore`.

| module    | what stands in it                                                           |
|-----------|-----------------------------------------------------------------------------|
| `store`   | `SQLiteStore`: reading, the feed, what stands beside the entries            |
| `append`  | what is written, as pieces of work                                          |
| `writer`  | one commit for all threads that wait                                        |
| `turns`   | the right to write, taken in turn by processes                              |
| `opening` | whose file it is, which version wrote it, what can be read of a damaged one |
| `layout`  | tables, triggers, views, and what else is found there                       |
| `schema`  | the migrations that make them                                               |
| `guard`   | nothing is written where a stranger's trigger would take part               |
| `pool`    | connections for readers                                                     |
| `waiting` | patience while somebody else has the file locked                            |
| `format`  | the numbers by which a file is known                                        |
"""

from events.sqlite.store import SQLiteStore

__all__ = ["SQLiteStore"]
