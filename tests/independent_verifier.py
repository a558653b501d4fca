"""Checks an exported war diary with nothing but SHA-256, HMAC and JSON: no line of War Diary is used.

    python tests/independent_verifier.py diary.ndjson

Written from `docs/dice.md` and the description of the seal, as a stranger would in another language.
"""

import hashlib
import hmac
import json
import sys

OPENING = ("battle-opened", "battle-forked", "campaign-opened", "campaign-forked")


def lp(part):
    return len(part).to_bytes(8, "big") + part


def words(secret, context):
    n = 0
    while True:
        block = hmac.new(secret, context + n.to_bytes(8, "big"), hashlib.sha256).digest()
        for i in range(0, 32, 4):
            yield int.from_bytes(block[i : i + 4], "big")
        n += 1


def link(secret, tag, *parts):
    return hmac.new(secret, b"".join(map(lp, (tag, *parts))), hashlib.sha256).digest()[:16]


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def faces(stream, count, sides):
    limit, found = 2**32 // sides * sides, []
    while len(found) < count:
        word = next(stream)
        if word < limit:
            found.append(word % sides + 1)
    return found


def shuffled(stream, count):
    order = list(range(1, count + 1))
    for i in range(count, 1, -1):
        j = faces(stream, 1, i)[0]
        order[i - 1], order[j - 1] = order[j - 1], order[i - 1]
    return order


def rests_on(name, origins):
    """Each diary that a fork rests on, and the last entry of it that it does."""
    found = {}
    while (origin := origins[name]) and origin["diary"] not in found:
        name = origin["diary"]
        found[name] = origin["seq"]
    return found


def check(path):
    """What is wrong, as a list of sentences; how many dice were derived again."""
    wrong, derived, diaries, secrets, origins = [], 0, {}, {}, {}
    with open(path, "rb") as file:  # noqa: PTH123 (no pathlib: a stranger would not have it)
        for line in file:
            item = json.loads(line)
            if "diary" in item:
                origin = item["diary"]["origin"]
                start = bytes.fromhex(origin["seal"]) if origin else bytes(32)
                origins[item["diary"]["name"]] = origin
                diaries[item["diary"]["name"]] = (start, [], item["diary"]["head"])
            elif "body" in item or "escaped" in item:
                body = (
                    item["escaped"].encode() if "escaped" in item else line[line.index(b'"body":') + 7 : -2]
                )
                diaries[item["of"]][1].append((item["seq"], bytes.fromhex(item["seal"]), body))
    for name, (seal, entries, head) in diaries.items():
        previous, commitment, scheme = {}, "", 1
        for seq, own, body in entries:
            parts = (b"wardiary.entry.1", seal, name.encode(), seq.to_bytes(8, "big"), body)
            if hashlib.sha256(b"".join(map(lp, parts))).digest() != own:
                wrong.append(f"{name} {seq}: the seal does not follow from the one before it")
            previous[seq], seal = seal, own
            for event in json.loads(body).get("events", []):
                if event["kind"] in OPENING:
                    commitment, scheme = event.get("commitment", ""), event.get("scheme", 1)
                elif event["kind"] == "secret-revealed":
                    secrets[name] = bytes.fromhex(event["secret"])
        if (len(entries), seal.hex()) != (head["seq"], head["seal"]):
            wrong.append(f"{name}: it does not end as announced")
        beneath, behind, older = rests_on(name, origins), len(entries) + 1, []
        for seq, _, body in entries:
            item = json.loads(body)
            action = item["action"]
            if action["kind"] == "rewind" and "of" in action:
                behind, named = min(seq, behind), (action["of"], action["at"])
            elif "of" in item:
                named = (item["of"], item["again"])
            else:
                continue
            if seq < behind or not 1 <= named[1] <= beneath.get(named[0], 0):
                wrong.append(f"{name} {seq}: it names an entry that the diary does not rest on")
        for other, last in beneath.items():
            for _, _, body in diaries[other][1][:last]:
                older += json.loads(body).get("draws", [])
        secret = secrets.get(name)
        if secret is None:
            continue
        promised = hmac.new(secret, lp(b"wardiary.dice.commitment.1") + lp(name.encode()), hashlib.sha256)
        if promised.hexdigest() != commitment:
            wrong.append(f"{name}: the secret revealed is not the one committed to")
        texts = {0: {}}
        own, added, rolled, draws = link(secret, b"wardiary.dice.start.2", name.encode()), set(), False, {}
        if scheme == 3:
            first = json.loads(entries[0][2])
            said = [first["author"]["player"].encode(), compact(first["action"]), compact(first["events"])]
            if any(one not in entries[0][2] for one in said):
                wrong.append(f"{name} 1: it is not written as it should be")
            own = link(secret, b"wardiary.dice.start.3", name.encode(), *said)
        for seq, _, data in entries:
            body = json.loads(data)
            kind, role = body["action"]["kind"], body["author"].get("role", "")
            texts[seq] = before = texts[body["parent"]]
            if kind == "contribute":
                texts[seq] = {**before, role: body["action"]["text"]}
            text = "".join(f"{side}={text}\n" for side, text in sorted(before.items()))
            action = compact(body["action"])
            if b'"action":' + action not in data:
                wrong.append(f"{name} {seq}: the action is not written as it should be")
            first = (b"wardiary.dice.roll.1", name.encode(), text.encode(), previous[seq], action)
            streams = []
            if scheme >= 2:
                for one in body.get("draws", []):
                    if one.get("source", "sealed") == "sealed":
                        parts = (b"wardiary.dice.roll.2", name.encode(), own, role.encode())
                        streams.append(words(secret, b"".join(map(lp, parts))))
                        own = link(secret, b"wardiary.dice.rolled.2", name.encode(), own, role.encode())
                if kind == "contribute" and not body.get("again"):
                    if rolled or role in added:
                        wrong.append(f"{name} {seq}: contributed twice, or after a roll")
                    said = body["action"]["text"].encode()
                    own = link(
                        secret, b"wardiary.dice.contributed.2", name.encode(), own, role.encode(), said
                    )
                    added.add(role)
                rolled = rolled or bool(body.get("draws"))
                if body.get("roll") != own.hex():
                    wrong.append(f"{name} {seq}: the link of the dice does not follow from the rolls before")
                salt = link(secret, b"wardiary.dice.salt.2", name.encode(), seq.to_bytes(8, "big"))
                if body.get("salt", salt.hex()) != salt.hex():
                    wrong.append(f"{name} {seq}: the salt is not that of the secret")
            stream = words(secret, b"".join(map(lp, first)))
            draws[seq] = body.get("draws", [])
            for draw in draws[seq]:
                if draw.get("source", "sealed") == "kept" and not any(
                    (one["purpose"].split()[0], one["values"]) == (draw["purpose"].split()[0], draw["values"])
                    for some in [*map(draws.get, range(1, seq)), older if seq > behind else []]
                    for one in some
                ):
                    wrong.append(f"{name} {seq}: the dice of {draw['purpose']!r} were not rolled before")
                if draw.get("source", "sealed") == "sealed":
                    derived += len(draw["values"])
                    stream = streams.pop(0) if streams else stream
                    if draw.get("matters") == "shuffle":
                        expected = shuffled(stream, draw["sides"])
                    else:
                        expected = faces(stream, len(draw["values"]), draw["sides"])
                    if expected != draw["values"]:
                        wrong.append(
                            f"{name} {seq}: the dice of {draw['purpose']!r} are not those of the secret"
                        )
    return wrong, derived


if __name__ == "__main__":
    faults, dice = check(sys.argv[1])
    print(*faults, f"{dice} dice derived again, {len(faults)} faults", sep="\n")
    sys.exit(bool(faults))
