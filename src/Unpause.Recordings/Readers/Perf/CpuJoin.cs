namespace Unpause.Recordings.Readers.Perf;

/// <summary>
/// Joins CPU samples with the recording of the same process: the one with its id, else the only one of its runtime. Samples of a process
/// of unknown runtime are kept only with a recording that has its id.
/// </summary>
internal static class CpuJoin
{
    /// <summary>Joins what belongs together.</summary>
    public static IReadOnlyList<Recording> Join(IReadOnlyList<Recording> recordings)
    {
        var sampled = recordings.Where(IsOfSamples).ToList();
        if (sampled.Count == 0) return recordings;
        var others = recordings.Where(recording => !IsOfSamples(recording)).ToList();
        var joined = new Dictionary<Recording, Recording>();
        foreach (var samples in sampled)
        {
            if (Owner(samples, sampled, others) is not { } owner || joined.ContainsKey(owner)) continue;
            joined.Add(owner, With(owner, samples));
            joined.Add(samples, owner);
        }

        return
        [
            .. recordings.Where(recording => !IsOfSamples(recording) || (!joined.ContainsKey(recording) && HasRuntime(recording)))
                .Select(recording => joined.GetValueOrDefault(recording, recording)),
        ];
    }

    /// <summary>Whether a recording has CPU samples and nothing else.</summary>
    public static bool IsOfSamples(Recording recording) => PerfFormats.Contains(recording.Source.Format);

    private static bool HasRuntime(Recording recording) => recording.Source.Runtime != CpuRecordings.UnknownRuntime;

    private static Recording? Owner(Recording samples, List<Recording> sampled, List<Recording> others)
    {
        var numbered = others.FindAll(other => other.Source.ProcessId is { } id
            && (samples.Source.ProcessId is { } own ? own == id : samples.SampledThreads.Contains(id)));
        if (numbered is [var only]) return HasRuntime(samples) && samples.Source.Runtime != only.Source.Runtime ? null : only;
        // Numbers that differ, or that several have (of containers), prove nothing.
        if (numbered.Count > 1 || !HasRuntime(samples)) return null;
        var same = others.FindAll(other => other.Source.Runtime == samples.Source.Runtime);
        return same is [var one] && sampled.Count(other => other.Source.Runtime == samples.Source.Runtime) == 1
            && (one.Source.ProcessId is null || samples.Source.ProcessId is null) ? one : null;
    }

    private static Recording With(Recording owner, Recording samples)
    {
        var coverage = owner.Coverage;
        foreach (var note in samples.Coverage.Notes) coverage = coverage.With(note.Text, note.Unreadable);
        return owner with
        {
            CpuSamples = samples.CpuSamples,
            Coverage = coverage.With(samples.Coverage),
            Source = owner.Source with
            {
                Files = [.. owner.Source.Files, .. samples.Source.Files.Except(owner.Source.Files)],
                ProcessId = owner.Source.ProcessId ?? samples.Source.ProcessId,
                ContentId = owner.Source.ContentId is { } first && samples.Source.ContentId is { } second
                    ? ContentHash.Joined([first, second]) : null,
            },
        };
    }
}
