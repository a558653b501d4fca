"""Diaries as one file: lines of JSON that a person can read, with the exact sealed bytes.

    {"war-diary":1,"diaries":2}                                      what this is
    {"diary":{"name":…,"origin":…,"head":{"seq":…,"seal":…}}}        one line per diary, origins first
    {"blob":"<sha-256>","text":…}                                    what the entries name by digest
    {"secret":"<hex>","of":"<diary>"}                                only when asked for
    {"seq":1,"of":"<diary>","seal":"<hex>","body":{…}}               the entries, diary by diary
    {"end":{"lines":…,"entries":…,"sha256":…}}                       so that a cut file is noticed

The bytes of `body` are the stored ones. A body that would not survive as a part of a line is written as a
string in `escaped`. A name that ends in `.gz` is compressed.
"""

from events.exchange.exporting import export_diaries
from events.exchange.importing import Item, import_diaries

__all__ = ["Item", "export_diaries", "import_diaries"]
