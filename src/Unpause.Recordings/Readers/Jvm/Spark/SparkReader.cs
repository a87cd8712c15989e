namespace Unpause.Recordings.Readers.Jvm.Spark;

/// <summary>
/// Reads Spark's event log (<c>spark.eventLog.enabled</c>, without compression or unpacked): how much of each task's time its executor's
/// JVM spent in GC. One recording per executor. A task that names GC is a collection without a pause: the sum of all collections while it
/// ran, whose number, lengths and moments are not known. Tasks that ran at once in one executor all name the same collections.
/// </summary>
internal sealed class SparkReader : IRecordingReader
{
    private readonly CoverageBuilder _coverage = new();
    private readonly NameTable _names = new();
    private readonly Dictionary<string, SparkExecutor> _byName = new(StringComparer.Ordinal);
    private readonly List<SparkExecutor> _executors = [];
    private long _broken, _withoutMetrics, _beyond;

    /// <summary>Whether a task ends in the block.</summary>
    public static bool Recognises(ReadOnlySpan<byte> block)
    {
        while (SparkTask.StartOf(block) is var at and >= 0)
        {
            block = block[at..];
            var end = block.IndexOf((byte)'\n');
            if (SparkTask.TryRead(end < 0 ? block : block[..end], out var task) && task.GcMilliseconds is not null) return true;
            if (end < 0) return false;
            block = block[(end + 1)..];
        }

        return false;
    }

    /// <inheritdoc/>
    public IReadOnlyList<Recording> Read(Stream stream, ReadContext context)
    {
        context.Memory.Watch(() => _executors.Sum(executor => executor.MemoryBytes));
        var lines = new LineReader(stream, context.LinesBefore);
        while (_broken < Limits.BrokenJsonValues && lines.MoveNext()) Take(lines.Line, lines.Number, context);
        _coverage.Lines = lines.Number;
        if (lines.Failure is { } failure) _coverage.Add($"Reading stopped at line {lines.Number:N0}: {failure.Message}", unreadable: true);
        if (_broken >= Limits.BrokenJsonValues)
            _coverage.Add(Invariant($"Reading stopped at line {lines.Number:N0}: {_broken:N0} tasks are broken."), unreadable: true);
        if (_withoutMetrics > 0)
            _coverage.Add(Invariant($"{_withoutMetrics:N0} tasks have no metrics because they failed: their GC time is not known."));
        if (_beyond > 0) _coverage.Add(Invariant($"{_beyond:N0} tasks of further executors are left out."), unreadable: true);
        return [.. _executors.Select(executor => executor.Build())];
    }

    private void Take(ReadOnlySpan<byte> line, long number, ReadContext context)
    {
        var at = SparkTask.StartOf(line);
        if (at < 0) return;
        if (!SparkTask.TryRead(line[at..], out var task))
        {
            _broken++;
            _coverage.NotUnderstood(number, line);
            return;
        }

        if (task.GcMilliseconds is null)
        {
            _withoutMetrics++;
            return;
        }

        var name = _names.Get(line[at..][task.Executor]);
        if (!_byName.TryGetValue(name, out var executor))
        {
            if (_executors.Count >= Limits.Processes)
            {
                _beyond++;
                return;
            }

            executor = new SparkExecutor(name, context.Files, _coverage);
            _byName.Add(name, executor);
            _executors.Add(executor);
        }

        executor.Add(task);
    }

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
