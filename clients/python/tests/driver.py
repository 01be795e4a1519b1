"""A sync that a test of the JavaScript client drives, batch by batch: commands and answers are lines of JSON."""

import json
import sys

from manifold_commerce import Manifold, to_json

url, client_id, client_secret = sys.argv[1:4]
now = 0.0
manifold = Manifold(url, client_id, client_secret, now=lambda: now)
batches = iter(())
for line in sys.stdin:
    command = json.loads(line)
    if "gone" in command:
        found = manifold.gone("orders", command["channel"], command["user"], command["gone"])
        answer = to_json([{"id": one.id, "answer": one.answer} for one in found])
    elif "sync" in command:
        asked = command["sync"]
        now = command["now"] / 1000
        batches = manifold.sync(asked.pop("resource"), asked.pop("channel"), asked.pop("user"), **asked)
        answer = "null"
    else:
        batch = next(batches, None)
        answer = "null" if batch is None else to_json({"records": batch.records, "state": batch.state})
    print(answer, flush=True)
