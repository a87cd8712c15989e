namespace Unpause.Recordings.Readers.Jvm.Jfr;

/// <summary>
/// Adds up what each worker of the collector did in a phase, and gives the average worker with the spread, as the JVM's log does.
/// </summary>
internal sealed class JfrParallelPhases
{
    // A dictionary with its first entries, and one entry more.
    private const long PhaseBytes = 250, WorkerBytes = 32;

    private readonly Dictionary<(JfrCollection Collection, string Name), Dictionary<long, long>> _workers = [];
    private long _entries;

    /// <summary>About how much memory they take by now.</summary>
    public long HeldBytes => (_workers.Count * PhaseBytes) + (_entries * WorkerBytes);

    public void Add(JfrCollection collection, string name, long worker, long duration)
    {
        if (!_workers.TryGetValue((collection, name), out var workers)) _workers.Add((collection, name), workers = []);
        workers[worker] = workers.GetValueOrDefault(worker) + duration;
        _entries++;
    }

    public void AddTo(RecordingBuilder recording)
    {
        foreach (var ((collection, name), workers) in _workers)
        {
            if (collection.Start is null) continue;
            var sum = Total.Of(workers.Values, duration => duration);
            recording.Phases.Add(
                new Phase(collection.Index, name, sum / workers.Count, new WorkerSpread(workers.Values.Min(), workers.Values.Max(), sum)));
        }
    }
}
