"""The diary machinery: entries, chains, lineages, stores, feeds. Knows nothing of games.

| module        | what stands in it                                                       |
|---------------|-------------------------------------------------------------------------|
| `entry`       | the words: `Entry`, `Body`, `Draft`, `Draw`, `Author`, `Head`; the seal |
| `codec`       | events to and from JSON by stable tags, upcasters, unknown events       |
| `store`       | the `Store` protocol                                                    |
| `sqlite/`     | the embedded store, in a folder of its own                              |
| `lineage`     | parents, rewinds, what undo and redo lead to                            |
| `beneath`     | what a fork rests on: entries of its origins, by number                 |
| `diary`       | one diary as its users see it: append, rewind, state at any entry       |
| `states`      | snapshots and folding from the nearest one; `fold` is its inner loop    |
| `verify`      | chain, digests, snapshots: the first entry that does not hold           |
| `exchange`    | one diary or a campaign as one NDJSON file                              |
| `files`       | files that appear whole or not at all; a path or bytes to read          |
| `difference`  | the difference between two states, as data                              |
| `errors`      | all that can go wrong, each with a sentence                             |
"""
