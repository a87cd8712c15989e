namespace Unpause.Recordings.Readers.Perf;

/// <summary>
/// Reads the text that <c>perf script</c> prints: a header line for each sample (<see cref="PerfHeader"/>), then its frames, the innermost
/// first, indented or not (<see cref="PerfFrame"/>), then an empty line.
/// </summary>
internal sealed class PerfScriptReader : IRecordingReader
{
    private static readonly byte[] WithoutProcess = Encoding.UTF8.GetBytes(SamplerText.WithoutProcess);

    private const int MostEvents = 64, MostNamed = 3;

    // What perf counts CPU time by: the clocks of the kernel and cycles of the processor, in their many spellings.
    private static readonly string[] CpuEvents = [SamplerText.CpuClock, "task-clock", "cycles"];

    private readonly CoverageBuilder _coverage = new();
    private readonly SampleSet _set = new();
    private readonly SampleStack _stack = new();
    private readonly NameTable _events = new();
    private readonly Dictionary<string, long> _others = [];
    private string? _event;
    private bool _open;
    private bool _counts;
    private bool _withAddresses;
    private long? _without;

    /// <inheritdoc/>
    public string? Fault { get; private set; }

    /// <summary>Whether a block has a sample with a frame.</summary>
    public static bool Recognises(ReadOnlySpan<byte> block)
    {
        var header = false;
        while (!block.IsEmpty)
        {
            var end = block.IndexOf((byte)'\n');
            var line = (end < 0 ? block : block[..end]).TrimEnd((byte)'\r');
            block = end < 0 ? [] : block[(end + 1)..];
            if (header && PerfFrame.TryParse(line, out var frame) && (frame.HasAddress || line[0] is (byte)' ' or (byte)'\t')) return true;
            header = PerfHeader.TryParse(line, out var found);
            if (header && PerfFrame.TryParse(found.Rest, out var only) && only.HasAddress) return true;
        }

        return false;
    }

    /// <inheritdoc/>
    public IReadOnlyList<Recording> Read(Stream stream, ReadContext context)
    {
        context.Memory.Watch(() => _set.MemoryBytes);
        var lines = new LineReader(stream, context.LinesBefore);
        while (lines.MoveNext())
        {
            if (lines.Torn && _open && lines.Line.Length > 0)
            {
                _coverage.Add("The last sample is incomplete because it was still being written: it is left out");
                _open = false;
                break;
            }

            Take(lines);
        }

        if (lines.Failure is null) End();
        else _coverage.Add($"Reading stopped at line {lines.Number:N0}: {lines.Failure.Message}", unreadable: true);
        if (lines.CutLines > 0) _coverage.Add($"{Quantities.Count(lines.CutLines, "line")} longer than 64 KiB: cut");
        _coverage.Lines = lines.Number;
        foreach (var (name, samples) in _others)
        {
            _coverage.Add($"{Quantities.Count(samples, "sample")} of {name} left out: CPU time is counted by {_event ?? "another event"}");
        }

        if (_set.Samples == 0 && _others.Count > 0)
        {
            var events = string.Join(", ", _others.Keys.Take(MostNamed));
            Fault = $"its samples are of {events}, not of CPU time: record with perf record -e {SamplerText.CpuClock} -g";
        }

        var recordings = new CpuRecordings(_set, _event, PerfFormats.Script).Finish(context.Files, _coverage);
        Fault ??= recordings.Count == 0 ? CpuRecordings.NoRuntime : null;
        return recordings;
    }

    private void Take(LineReader lines)
    {
        var line = lines.Line;
        if (line.IndexOfAnyExcept(" \t"u8) < 0)
        {
            End();
            return;
        }

        if (line[0] == '#')
        {
            var without = new Utf8Cursor(line);
            if (without.TryTake(WithoutProcess) && without.TryTakeInteger(out var process)) _without = process;
            return;
        }

        // In a stack a line that is a frame by its address is one, even where a header could be.
        if (_open && (line[0] == '\t' || (PerfFrame.TryParse(line, out var sure) && sure.HasAddress)))
        {
            AddFrame(PerfFrame.Parse(line));
        }
        else if (PerfHeader.TryParse(line, out var header))
        {
            End();
            Begin(header);
        }
        else if (_open && line[0] == ' ')
        {
            AddFrame(PerfFrame.Parse(line));
        }
        else if (!_open || !_counts)
        {
            if (!_open) _coverage.NotUnderstood(lines.Number, line);
        }
        else if (PerfFrame.TryParse(line, out var frame))
        {
            AddFrame(frame);
        }
        else
        {
            _coverage.NotUnderstood(lines.Number, line);
        }
    }

    private void Begin(in PerfHeader header)
    {
        _open = true;
        _withAddresses = false;
        _counts = (header.ProcessId is null || header.ProcessId != _without) && IsCounted(header.Event);
        if (!_counts) return;
        _stack.Begin(_set.IndexOfThread(header.ThreadName), header);
        if (header.Rest.IsEmpty || !PerfFrame.TryParse(header.Rest, out var frame)) return;
        AddFrame(frame);
        // A frame on the header's line is the only one.
        End();
    }

    private void AddFrame(in PerfFrame frame)
    {
        if (!_counts) return;
        // Between frames with addresses may be source locations (-F +srcline), which are no frames.
        if (!frame.HasAddress && _withAddresses) return;
        _withAddresses |= frame.HasAddress;
        _set.AddFrame(_stack, frame);
    }

    private void End()
    {
        if (_open && _counts) _set.Add(_stack);
        _open = false;
    }

    private bool IsCounted(ReadOnlySpan<byte> name)
    {
        if (name.StartsWith("PERF_RECORD_"u8)) return false;
        var text = _events.Get(name);
        if (Array.Exists(CpuEvents, cpu => text.Contains(cpu, StringComparison.Ordinal)) || text.Length == 0)
        {
            _event ??= text;
            if (text == _event) return true;
        }

        if (_others.ContainsKey(text)) _others[text]++;
        else if (_others.Count < MostEvents) _others.Add(text, 1);
        return false;
    }
}

/// <summary>What the recorder, which takes samples, and the reader of them both say.</summary>
public static class SamplerText
{
    /// <summary>The kernel's clock of CPU time, as perf calls it.</summary>
    public const string CpuClock = "cpu-clock";

    /// <summary>
    /// The beginning of a line that the recorder puts before the output of <c>perf script</c>; it is followed by the id of a process whose
    /// samples are the recorder's own and not the application's.
    /// </summary>
    public const string WithoutProcess = "# unpause: without process ";
}

/// <summary>The formats of CPU samples, which belong to no runtime: the samples show theirs.</summary>
internal static class PerfFormats
{
    /// <summary>The names of the formats in the contract.</summary>
    public const string Script = "perf-script", Folded = "folded-stacks", CpuProfile = "pprof-cpu";

    public static IReadOnlyList<RecordingFormat> All { get; } =
    [
        new(Script, FormatEvidence.LineShape, PerfScriptReader.Recognises, () => new PerfScriptReader()),
        new(Folded, FormatEvidence.LineShape, FoldedReader.Recognises, () => new FoldedReader()),
    ];

    /// <summary>What a user may give to read, in the plural.</summary>
    public const string Inputs = "the text of perf script, folded stacks";

    /// <summary>Whether a format has CPU samples and no collections.</summary>
    public static bool Contains(string format) => format is Script or Folded or CpuProfile;
}
