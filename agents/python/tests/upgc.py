"""Decodes the agent's file according to FORMAT.md, for the tests."""
import struct


class Recording:
    def __init__(self, path):
        with open(path, "rb") as file:
            data = file.read()
        self.path = path
        self.magic = data[:8]
        (self.version, self.header_bytes, self.record_bytes, self.capacity, self.pid, self.flags, self.process_start,
         self.started, self.begun, self.exited, self.lost_children, facts_bytes) = struct.unpack_from("<IIIIIIqqQqII", data, 8)
        anchors_at, anchor_count, facts_at = struct.unpack_from("<III", data, 72)
        words = [word.decode() for word in data[facts_at:facts_at + facts_bytes].split(b"\0")[:-1]]
        self.facts = dict(zip(words[::2], words[1::2]))
        self.arguments = [value for key, value in zip(words[::2], words[1::2]) if key == "argument"]
        self.anchors = [struct.unpack_from("<Qqqq", data, anchors_at + 32 * slot) for slot in range(anchor_count)]
        self.records = [
            Record(struct.unpack_from("<QqQiiiiBBBBIqII", data, self.header_bytes + self.record_bytes * slot))
            for slot in range(min(self.begun, self.capacity))]
        self.records.sort(key=lambda record: record.sequence)
        callers_at, callers, caller_bytes = struct.unpack_from("<III", data, 112)
        self.callers = [
            data[callers_at + caller_bytes * slot:callers_at + caller_bytes * (slot + 1)].split(b"\0")[0].decode("utf-8", "replace")
            for slot in range(callers)]
        size, capacity, self.requests_lost, self.requests_begun, at = struct.unpack_from("<IIIQq", data, 84)
        self.requests = [Request(data[at + size * slot:at + size * (slot + 1)]) for slot in range(min(self.requests_begun, capacity))]
        state_at, = struct.unpack_from("<I", data, 124)
        self.state = State(struct.unpack_from("<IIqIIq", data, state_at)) if state_at else None
        self.requests.sort(key=lambda request: request.sequence)


class State:
    def __init__(self, fields):
        self.collector, self.stayed, self.at, self.resident_before, self.resident, self.since = fields


class Record:
    def __init__(self, fields):
        (self.sequence, self.start, self.thread, self.count0, self.count, self.threshold0, self.threshold,
         self.generation, self.enabled, self.ended, self.caller, self.sequence_again, self.end, self.collected,
         self.uncollectable) = fields


class Request:
    def __init__(self, slot):
        (self.sequence, self.start, self.end, self.thread, self.trace, self.status, self.flags, length,
         self.sequence_again) = struct.unpack_from("<QqqQ16sHBBI", slot)
        name = slot[56:56 + length]
        self.parent = name[-8:] if self.flags & 2 else b""
        self.name = name[:len(name) - len(self.parent)].decode()
