using System.Text.Json;

namespace Unpause.Recordings.Readers.Node;

/// <summary>
/// Reads what <c>v8.GCProfiler</c> of Node.js 18.15 and later gives as JSON: each collection with its length and the heap before and after
/// it, without the time at which it ran. Source: Node.js, src/node_v8.cc (GCProfiler::AfterGCCallback).
/// </summary>
internal sealed class GcProfileReader : IRecordingReader
{
    private readonly CoverageBuilder _coverage = new();
    private readonly V8HeapStatistics _before = new(), _after = new();
    private long _broken, _steps, _stepNanoseconds;

    /// <summary>Whether a block is the beginning of a profile.</summary>
    public static bool Recognises(ReadOnlySpan<byte> block) => JsonElements.WithoutBlanks(block).StartsWith("{"u8)
        && block.IndexOf("\"gcType\""u8) >= 0 && block.IndexOf("\"beforeGC\""u8) >= 0 && block.IndexOf("\"statistics\""u8) >= 0;

    /// <inheritdoc/>
    public IReadOnlyList<Recording> Read(Stream stream, ReadContext context)
    {
        var isolate = new IsolateRecording(NodeFormats.Profile, context.Files, _coverage, processId: null);
        context.Memory.Watch(() => isolate.MemoryBytes);
        var elements = new JsonElements(stream, "statistics"u8.ToArray());
        while (elements.MoveNext()) Take(elements.Element, isolate);
        _coverage.Lines = elements.LineEnds + 1;
        Describe(isolate.Recording, AroundOf(elements));
        AddNotes(elements);
        return [isolate.Build()];
    }

    private static ReadOnlySpan<byte> AroundOf(JsonElements elements) =>
        System.Runtime.InteropServices.CollectionsMarshal.AsSpan(elements.Around);

    private void Take(ReadOnlySpan<byte> json, IsolateRecording isolate)
    {
        try
        {
            var reader = new Utf8JsonReader(json, new JsonReaderOptions { MaxDepth = Limits.JsonDepth });
            ReadOnlySpan<byte> type = default;
            long? length = null;
            _before.Clear();
            _after.Clear();
            reader.Read();
            while (reader.Read())
            {
                if (reader.TokenType != JsonTokenType.PropertyName) continue;
                var name = reader.ValueSpan;
                reader.Read();
                if (name.SequenceEqual("gcType"u8)) type = reader.ValueSpan;
                else if (name.SequenceEqual("cost"u8)) length = Nanoseconds(in reader);
                else if (name.SequenceEqual("beforeGC"u8) && reader.TokenType == JsonTokenType.StartObject) _before.Take(ref reader);
                else if (name.SequenceEqual("afterGC"u8) && reader.TokenType == JsonTokenType.StartObject) _after.Take(ref reader);
                else reader.Skip();
            }

            Add(type, length, isolate);
        }
        catch (JsonException)
        {
            _broken++;
        }
    }

    private void Add(ReadOnlySpan<byte> type, long? length, IsolateRecording isolate)
    {
        if (length is null) _broken++;
        else if (V8Words.IsYoungOfProfile(type) is { } young)
        {
            var collection = isolate.Begin(young, reason: null);
            isolate.AddPause(collection, start: null, length.Value);
            collection.HeapBeforeBytes = _before.UsedBytes;
            isolate.Take(_after);
        }
        else
        {
            (_steps, _stepNanoseconds) = (_steps + 1, Math.Min(_stepNanoseconds + length.Value, Limits.LongestNanoseconds));
        }
    }

    /// <summary>The cost is in microseconds, with a fraction.</summary>
    private static long? Nanoseconds(in Utf8JsonReader value) =>
        value.TokenType == JsonTokenType.Number && value.TryGetDouble(out var microseconds) && microseconds >= 0
            && microseconds * 1000 <= Limits.PauseNanoseconds ? (long)Math.Round(microseconds * 1000) : null;

    private static void Describe(RecordingBuilder recording, ReadOnlySpan<byte> around)
    {
        if (MillisecondsBehind(around, "\"startTime\":"u8) is not { } start) return;
        recording.Clock = Clock.Since1970(start, 1_000_000, "startTime of the profile");
        if (MillisecondsBehind(around, "\"endTime\":"u8) is { } end && end >= start) recording.DurationNanoseconds = end - start;
    }

    private static long? MillisecondsBehind(ReadOnlySpan<byte> text, ReadOnlySpan<byte> name)
    {
        var cursor = new Utf8Cursor(text);
        return cursor.TrySkipPast(name) && cursor.TryTakeFixed(6, out var value) && value <= 2 * Limits.LongestNanoseconds ? value : null;
    }

    private void AddNotes(JsonElements elements)
    {
        if (elements.Failure is { } failure) _coverage.Add($"Reading stopped: {failure.Message}", unreadable: true);
        if (elements.IsCut) _coverage.Add("The profile has no end: what follows is missing.", unreadable: true);
        if (_broken > 0) _coverage.Add($"{_broken:N0} collections of the profile are damaged: left out.", unreadable: true);
        _coverage.Add("v8.GCProfiler does not record when a collection ran and why: its pauses have a length, but no time and no cause.");
        if (_steps > 0)
        {
            _coverage.Add(
                $"{_steps:N0} steps of incremental marking and of weak callbacks, {Quantities.Duration(_stepNanoseconds)} in all, are no "
                + "collections: not counted.");
        }
    }
}
