using System.Text.Json;
using Unpause.Recordings.Heap;

namespace Unpause.Recordings.Readers.Node.Reports;

/// <summary>
/// Reads diagnostic reports of Node.js 12 and later (<c>node --report-on-fatalerror</c>, <c>--report-on-signal</c>,
/// <c>process.report.writeReport</c>): the event, the command line, V8's heap with its limit and its spaces, and the resident memory. Not
/// read: environment variables (secrets), stacks, handles of libuv, network interfaces. Source: Node.js, src/node_report.cc (versions 1–5).
/// </summary>
internal sealed class DiagnosticReportReader : IRecordingReader
{
    private const string OutOfMemory = "heap out of memory", OutOfMemoryTrigger = "OOMError";

    /// <summary>Names of fields within each other: <c>javascriptHeap</c>, <c>heapSpaces</c>, a space's name, <c>used</c>.</summary>
    private const int MostNames = 4;

    private readonly CoverageBuilder _coverage = new();
    private readonly string[] _path = new string[MostNames];
    private readonly List<string> _command = [];
    private readonly List<HeapSpaceUse> _spaces = [];
    private string? _event, _trigger, _version;
    private long? _time, _process, _used, _limit, _resident;

    /// <inheritdoc/>
    public string? Fault { get; private set; }

    /// <summary>Whether a block is the beginning of a report.</summary>
    public static bool Recognises(ReadOnlySpan<byte> block)
    {
        block = JsonElements.WithoutBlanks(block);
        return block.StartsWith("{"u8) && block[1..].TrimStart(" \t\r\n"u8).StartsWith("\"header\""u8)
            && block.IndexOf("\"reportVersion\""u8) >= 0 && block.IndexOf("\"nodejsVersion\""u8) >= 0;
    }

    /// <inheritdoc/>
    public IReadOnlyList<Recording> Read(Stream stream, ReadContext context)
    {
        var bytes = ProfileBytes.Read(stream, out var fault);
        if ((Fault = fault) is not null) return [];
        context.Memory.Watch(() => bytes.Length);
        try
        {
            ReadFields(JsonElements.WithoutBlanks(bytes.Span));
        }
        catch (JsonException)
        {
            _coverage.Add("The report has no end, or is damaged: what follows is missing.", unreadable: true);
        }

        _coverage.Lines = 1;
        var process = _process is > 0 and <= int.MaxValue ? (int?)_process : null;
        var isolate = new IsolateRecording(NodeFormats.DiagnosticReport, context.Files, _coverage, process);
        Describe(isolate.Recording);
        return [isolate.Build()];
    }

    private void ReadFields(ReadOnlySpan<byte> bytes)
    {
        var json = new Utf8JsonReader(bytes, new JsonReaderOptions { MaxDepth = Limits.JsonDepth });
        while (json.Read())
        {
            if (json.TokenType == JsonTokenType.PropertyName)
            {
                if (json.CurrentDepth is > 0 and <= MostNames) _path[json.CurrentDepth - 1] = LenientText.Read(in json);
            }
            else if (json.TokenType is JsonTokenType.String or JsonTokenType.Number)
            {
                Take(in json);
            }
        }
    }

    private void Take(in Utf8JsonReader json)
    {
        switch (json.CurrentDepth, _path[0], _path[1])
        {
            case (2, "header", "event"): _event = Text(in json); break;
            case (2, "header", "trigger"): _trigger = Text(in json); break;
            case (2, "header", "nodejsVersion"): _version = Text(in json)?.TrimStart('v'); break;
            case (2, "header", "dumpEventTimeStamp"):
                _time = long.TryParse(Text(in json), NumberStyles.None, CultureInfo.InvariantCulture, out var time) ? time : null;
                break;
            case (2, "header", "processId"): _process = Bytes(in json); break;
            case (3, "header", "commandLine") when _command.Count < Limits.Labels: _command.Add(Text(in json) ?? ""); break;
            case (2, "javascriptHeap", "usedMemory"): _used = Bytes(in json); break;
            case (2, "javascriptHeap", "memoryLimit"): _limit = Bytes(in json); break;
            case (2, "resourceUsage", "rss"): _resident = Bytes(in json); break;
            case (4, "javascriptHeap", "heapSpaces") when _path[3] == "used" && _spaces.Count < Limits.ReportedSpaces:
                if (Bytes(in json) is > 0 and var used) _spaces.Add(new HeapSpaceUse(_path[2], used));
                break;
        }
    }

    private static string? Text(in Utf8JsonReader json)
    {
        if (json.TokenType != JsonTokenType.String) return null;
        var text = LenientText.Read(in json);
        return text.Length <= Limits.TextBytes ? text : text[..Limits.TextBytes];
    }

    private static long? Bytes(in Utf8JsonReader json) =>
        json.TokenType == JsonTokenType.Number && json.TryGetInt64(out var bytes) && bytes is >= 0 and <= Limits.HeapBytes ? bytes : null;

    private void Describe(RecordingBuilder recording)
    {
        recording.HasCollections = false;
        recording.Source.RuntimeVersion = _version;
        if (_command.Count > 0) recording.Source.Command = CommandText.Join(_command);
        if (_time is >= 0 and < Limits.LongestNanoseconds / 1_000_000 and var time)
            recording.Clock = Clock.Since1970(time * 1_000_000, 1_000_000, "dumpEventTimeStamp of the report");
        if (_used is not { } used || _limit is not { } limit)
        {
            _coverage.Add("The report does not have the size of the heap and its limit.", unreadable: true);
            return;
        }

        var isOutOfMemory = _trigger == OutOfMemoryTrigger || _event?.Contains(OutOfMemory, StringComparison.Ordinal) == true;
        recording.Source.Settings[NodeSettings.HeapLimit] = limit.ToString(CultureInfo.InvariantCulture);
        recording.HeapMaximumBytes = limit;
        recording.HeapState = new HeapState(
            _event ?? "unknown event", isOutOfMemory, used, limit, [.. _spaces.OrderByDescending(space => space.UsedBytes)])
        {
            ResidentBytes = _resident,
        };
        var spaces = string.Join(", ", recording.HeapState.Spaces.Select(space => $"{space.Name} {Quantities.Bytes(space.UsedBytes)}"));
        _coverage.Add($"Why the report was written: {recording.HeapState.Event}. V8's heap used {Quantities.Bytes(used)}; its limit is "
            + $"{Quantities.Bytes(limit)}, young generation included{(spaces.Length == 0 ? "" : ". In use: " + spaces)}"
            + $"{(_resident is { } resident ? $". Resident memory of the process {Quantities.Bytes(resident)}" : "")}.");
    }
}
