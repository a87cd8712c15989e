namespace Unpause.Recordings.Readers.Ruby;

/// <summary>
/// Reads the GC time of requests in the log of Rails (<see cref="RailsGcLine"/>): the requests themselves are read elsewhere. A request
/// that names more than 0 is one collection and one pause that ends with it, though it may have been several, at any moment of it. One
/// recording per process, where the logger names it. It has no length: between requests GC is not known.
/// </summary>
internal sealed class RailsReader : IRecordingReader
{
    private readonly CoverageBuilder _coverage = new();
    private readonly Dictionary<int, LoggedTimes> _byId = [];
    private readonly List<LoggedTimes> _processes = [];
    private long _without, _with, _withoutTime, _beyond;

    /// <summary>Whether a request of the block names GC.</summary>
    public static bool Recognises(ReadOnlySpan<byte> block) => block.IndexOf("GC: "u8) >= 0
        && LinesOfBlock.HasAny(block, text => RailsGcLine.TryRead(text, out var line) && line.GcNanoseconds > 0);

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

            process = new LoggedTimes(RubyFormats.Rails, Runtimes.Ruby, context.Files, _coverage, line.ProcessId);
            _byId.Add(line.ProcessId, process);
            _processes.Add(process);
        }

        _with++;
        var end = process.Find(text, number, line.GcNanoseconds, context);
        if (end is null) _withoutTime++;
        var collection = process.Recording.Begin(process.Recording.Collections.Count);
        process.AddPause(collection, line.GcNanoseconds, end, "collections of a request");
    }

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
