using Unpause.Collections;

namespace Unpause.Recordings.Readers.Jvm.Spark;

/// <summary>The tasks of one executor, which is one JVM.</summary>
internal sealed class SparkExecutor
{
    private readonly string _name;
    private readonly CoverageBuilder _coverage;
    private readonly RecordingBuilder _recording;
    private readonly ChunkedList<CounterSample> _samples = new();
    private long? _zero;
    private long _earliest;
    private long _tasks, _run, _gc, _most;
    private (long Minor, long MinorMilliseconds, long Major, long MajorMilliseconds)? _collections;

    public SparkExecutor(string name, IReadOnlyList<string> files, CoverageBuilder coverage)
    {
        _name = name;
        _coverage = coverage;
        _recording = new RecordingBuilder
        {
            Source = new SourceBuilder
            {
                Format = JvmFormats.Spark, Runtime = Runtimes.Jvm, Files = files, Command = $"Spark executor {name}",
            },
            Coverage = coverage,
        };
    }

    public long MemoryBytes => _recording.MemoryBytes + (_samples.Count * 2 * sizeof(long));

    public void Add(SparkTask task)
    {
        var gc = task.GcMilliseconds!.Value;
        _tasks++;
        _run += task.RunMilliseconds;
        _gc += gc;
        _most = Math.Max(_most, gc);
        if (task.Collections is { Minor: { } minor, MinorMilliseconds: { } young, Major: { } major, MajorMilliseconds: { } old })
        {
            var (a, b, c, d) = _collections ?? default;
            _collections = (Math.Max(a, minor), Math.Max(b, young), Math.Max(c, major), Math.Max(d, old));
        }

        _zero ??= task.LaunchedAt;
        var start = (task.LaunchedAt - _zero.Value) * NanosecondsAMillisecond;
        var end = (task.FinishedAt - _zero.Value) * NanosecondsAMillisecond;
        _earliest = Math.Min(_earliest, start);
        if (_samples.Count < ProcessCounter.MostValues) _samples.Add(new CounterSample(end, gc));
        if (gc == 0) return;
        var collection = _recording.Begin(_recording.Collections.Count);
        collection.Kind = CollectionKind.Blocking;
        collection.StartNanoseconds = start;
        collection.EndNanoseconds = end;
    }

    private const long NanosecondsAMillisecond = 1_000_000;

    public Recording Build()
    {
        var samples = new List<CounterSample>(_samples.Count);
        foreach (var sample in _samples) samples.Add(sample with { TimeNanoseconds = sample.TimeNanoseconds - _earliest });
        samples.Sort((one, other) => one.TimeNanoseconds.CompareTo(other.TimeNanoseconds));
        _recording.ProcessCounters =
        [
            new ProcessCounter(ProcessCounter.TaskGcTime, "count", _tasks, (double)_gc / _tasks, _most, samples[^1].Value, samples),
        ];
        if (_earliest < 0) _recording.MoveTimes(-_earliest);
        var zero = (_zero!.Value * NanosecondsAMillisecond) + _earliest;
        _recording.Clock = Clock.Since1970(zero, NanosecondsAMillisecond, "launch times of tasks, by the driver's clock");
        _coverage.Add(
            "Spark's event log has no pauses: a task's GC time is the sum of all collections of its executor while it ran, in whole "
            + "milliseconds. Tasks that run at the same time in one executor all name the same collections, so that their sum is an upper "
            + "bound. The JVM's own log (-Xlog:gc*) has the pauses.");
        var share = _run > 0 ? $" of {Quantities.Duration(_run * NanosecondsAMillisecond)} run time" : "";
        _coverage.Add(Invariant(
            $"Executor {_name}: {_tasks:N0} tasks name {Quantities.Duration(_gc * NanosecondsAMillisecond)} of GC{share}, ")
            + "the most of one task " + Quantities.Duration(_most * NanosecondsAMillisecond) + ".");
        if (_collections is { } all)
        {
            _coverage.Add(Invariant($"Executor {_name}, as its JVM counted when a task ended: {all.Minor:N0} minor collections, ")
                + $"{Quantities.Duration(all.MinorMilliseconds * NanosecondsAMillisecond)}; "
                + Invariant($"{all.Major:N0} major ones, {Quantities.Duration(all.MajorMilliseconds * NanosecondsAMillisecond)}."));
        }

        return _recording.Build();
    }

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
