using Unpause.Recordings.Readers.Prefixes;

namespace Unpause.Recordings.Readers.Ruby;

/// <summary>
/// Reads the GC time of requests in the log of Rails (<see cref="RailsGcLine"/>): the requests themselves are read elsewhere. A request
/// that names more than 0 is one collection and one pause that ends with it, though it may have been several, at any moment of it. One
/// recording per process, where the logger names it. It has no length: between requests GC is not known.
/// </summary>
internal sealed class RailsReader : IRecordingReader
{
    private readonly CoverageBuilder _coverage = new();
    private readonly Dictionary<int, RailsProcess> _byId = [];
    private readonly List<RailsProcess> _processes = [];
    private long _without, _with, _withoutTime, _beyond;

    /// <summary>Whether a request of the block names GC.</summary>
    public static bool Recognises(ReadOnlySpan<byte> block)
    {
        if (block.IndexOf("GC: "u8) < 0) return false;
        while (!block.IsEmpty)
        {
            var end = block.IndexOf((byte)'\n');
            if (RailsGcLine.TryRead(end < 0 ? block : block[..end], out var line) && line.GcNanoseconds > 0) return true;
            block = end < 0 ? default : block[(end + 1)..];
        }

        return false;
    }

    /// <inheritdoc/>
    public IReadOnlyList<Recording> Read(Stream stream, ReadContext context)
    {
        context.Memory.Watch(() => _processes.Sum(process => process.Recording.MemoryBytes));
        var lines = new LineReader(stream, context.LinesBefore);
        while (lines.MoveNext()) Take(lines.Line, lines.Number, context);
        _coverage.Lines = lines.Number;
        if (lines.Failure is { } failure) _coverage.Add($"Reading stopped at line {lines.Number:N0}: {failure.Message}", unreadable: true);
        if (_with > 0)
        {
            _coverage.Add(Invariant(
                $"{_with:N0} requests name GC, {_without:N0} name none. A request's GC time is the sum of all collections of its process ")
                + "while it ran, however many, at any moment of it: shown as one pause at its end. Requests that run at the same time in "
                + "one process may name the same collections. Collections between requests are not in this log.");
        }

        if (_withoutTime > 0)
            _coverage.Add(Invariant($"{_withoutTime:N0} requests have no time in the log: their pauses have a length, but no time."));
        if (_beyond > 0) _coverage.Add(Invariant($"{_beyond:N0} requests are of further processes: left out."), unreadable: true);
        return [.. _processes.Select(process => process.Build())];
    }

    private void Take(ReadOnlySpan<byte> text, long number, ReadContext context)
    {
        if (!RailsGcLine.TryRead(text, out var line))
        {
            if (RailsGcLine.Names(text, out _, out _)) _coverage.NotUnderstood(number, text);
            return;
        }

        if (line.GcNanoseconds == 0)
        {
            _without++;
            return;
        }

        if (!_byId.TryGetValue(line.ProcessId, out var process))
        {
            if (_processes.Count >= Limits.Processes)
            {
                _beyond++;
                return;
            }

            process = new RailsProcess(line.ProcessId, context.Files, _coverage);
            _byId.Add(line.ProcessId, process);
            _processes.Add(process);
        }

        _with++;
        long? end = null;
        if (PrefixTime.TryFindLocal(text, out var unix, out var hasZone)) end = unix;
        else if (context.Times?.Find(number) is { } arrived) (end, hasZone) = (arrived.UnixNanoseconds, true);
        else _withoutTime++;
        process.Add(line.GcNanoseconds, end, hasZone);
    }

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}

/// <summary>The GC times of one process in such a log.</summary>
internal sealed class RailsProcess
{
    private readonly LoggedEnds _ends;

    public RailsProcess(int id, IReadOnlyList<string> files, CoverageBuilder coverage)
    {
        Recording = new RecordingBuilder
        {
            Source = new SourceBuilder
            {
                Format = RubyFormats.Rails, Runtime = Runtimes.Ruby, Files = files, ProcessId = id == 0 ? null : id,
            },
            Coverage = coverage,
        };
        _ends = new LoggedEnds(Recording);
    }

    public RecordingBuilder Recording { get; }

    /// <param name="end">When the request ended, since 1970; null when that is not known.</param>
    public void Add(long length, long? end, bool hasZone)
    {
        var collection = Recording.Begin(Recording.Collections.Count);
        _ends.Add(collection, length, end, hasZone, "collections of a request");
    }

    public Recording Build() => _ends.Build();
}
