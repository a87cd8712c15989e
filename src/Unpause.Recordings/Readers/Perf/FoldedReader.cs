using System.Buffers.Text;

namespace Unpause.Recordings.Readers.Perf;

/// <summary>
/// Reads folded stacks, as stackcollapse-perf.pl and inferno write them: <c>thread;outermost;…;innermost samples</c>, one stack a line
/// (brendangregg/FlameGraph, README). The first frame is taken for the thread's name, and for a frame as well.
/// </summary>
internal sealed class FoldedReader : IRecordingReader
{
    private const long MostSamples = 1L << 53;

    private readonly CoverageBuilder _coverage = new();
    private readonly SampleSet _set = new();
    private readonly SampleStack _stack = new();

    /// <inheritdoc/>
    public string? Fault { get; private set; }

    /// <summary>Whether every line of a block is a stack.</summary>
    public static bool Recognises(ReadOnlySpan<byte> block)
    {
        var stacks = 0;
        var whole = block.Length < Limits.DetectionBytes;
        while (!block.IsEmpty)
        {
            var end = block.IndexOf((byte)'\n');
            if (end < 0 && !whole) break;
            var line = (end < 0 ? block : block[..end]).TrimEnd((byte)'\r');
            block = end < 0 ? [] : block[(end + 1)..];
            if (line.IsEmpty || line[0] == '#') continue;
            if (!TryParse(line, out var frames, out _)) return false;
            if (frames.IndexOf((byte)';') >= 0) stacks++;
        }

        return stacks > 0;
    }

    /// <inheritdoc/>
    public IReadOnlyList<Recording> Read(Stream stream, ReadContext context)
    {
        context.Memory.Watch(() => _set.MemoryBytes);
        var lines = new LineReader(stream, context.LinesBefore);
        while (lines.MoveNext())
        {
            if (lines.Line.IsEmpty || lines.Line[0] == '#') continue;
            if (!TryParse(lines.Line, out var frames, out var samples)) _coverage.NotUnderstood(lines.Number, lines.Line);
            // Beyond that, numbers in JSON are no longer exact.
            else if (samples > MostSamples - _set.Samples) _coverage.NotUnderstood(lines.Number, lines.Line);
            else if (samples > 0) Add(frames, samples);
        }

        if (lines.Failure is { } failure) _coverage.Add($"Reading stopped at line {lines.Number:N0}: {failure.Message}", unreadable: true);
        if (lines.CutLines > 0) _coverage.Add($"{Quantities.Count(lines.CutLines, "line")} longer than 64 KiB: left out");
        _coverage.Lines = lines.Number;
        var recordings = new CpuRecordings(_set, null, PerfFormats.Folded).Finish(context.Files, _coverage);
        Fault = recordings.Count == 0 ? CpuRecordings.NoRuntime : null;
        return recordings;
    }

    private static bool TryParse(ReadOnlySpan<byte> line, out ReadOnlySpan<byte> frames, out long samples)
    {
        line = line.TrimEnd(" \t"u8);
        var blank = line.LastIndexOf((byte)' ');
        frames = blank > 0 ? line[..blank] : [];
        samples = 0;
        if (blank <= 0) return false;
        var number = line[(blank + 1)..];
        // Some writers give weights with a fraction.
        var dot = number.IndexOf((byte)'.');
        if (dot > 0 && number[(dot + 1)..].IndexOfAnyExceptInRange((byte)'0', (byte)'9') < 0) number = number[..dot];
        return Utf8Parser.TryParse(number, out samples, out var length) && length == number.Length
            && samples >= 0;
    }

    private void Add(ReadOnlySpan<byte> frames, long samples)
    {
        var first = frames.IndexOf((byte)';');
        _stack.BeginFolded(_set.IndexOfThread(first < 0 ? frames : frames[..first]), samples);
        var rest = first < 0 ? [] : frames[(first + 1)..];
        while (!rest.IsEmpty)
        {
            var last = rest.LastIndexOf((byte)';');
            var frame = rest[(last + 1)..];
            rest = last < 0 ? [] : rest[..last];
            if (frame.IsEmpty) continue;
            var name = _set.Names.IndexOf(frame);
            _stack.Add(name, _set.Names.BitsOf(name));
        }

        _set.Add(_stack);
    }
}
