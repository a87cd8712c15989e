using Unpause.Recordings.Cpu;

namespace Unpause.Reports.Composition;

/// <summary>Where the CPU time went.</summary>
internal static class CpuComposer
{
    /// <summary>The samples; null when there are none.</summary>
    public static CpuSamplesDocument? Compose(CpuSamples? samples)
    {
        if (samples is null) return null;
        var stacks = samples.Stacks(Limits.CpuStacks);
        return new()
        {
            Samples = samples.Samples,
            Basis = samples.Basis,
            RuntimeEvidence = samples.RuntimeEvidence,
            CollectorSamples = samples.CollectorSamples,
            CollectorPercent = Percent(samples.CollectorSamples, samples),
            UnsymbolizedSamples = samples.Unnamed,
            Classes = [.. samples.Classes.OrderByDescending(row => row.Samples).Select(row => new CpuClassDocument
            {
                Name = row.Name,
                Samples = row.Samples,
                Percent = Percent(row.Samples, samples),
                IsGc = row.Collector,
            })],
            Parts = [.. samples.Parts.Select(part => new CpuPartDocument
            {
                Name = part.Name,
                Samples = part.Samples,
                Percent = Percent(part.Samples, samples),
                CollectorSamples = part.CollectorSamples,
            })],
            Filter = samples.Only is { } only ? Only(only, stacks, samples) : null,
            Stacks = [.. stacks.Select(Stack)],
        };
    }

    private static CpuFilterDocument Only(FrameGlob only, IReadOnlyList<CpuStack> stacks, CpuSamples samples)
    {
        var kept = Total.Sum(stacks, stack => stack.Samples).Value;
        return new() { Pattern = only.Pattern, Samples = kept, Percent = Percent(kept, samples) };
    }

    private static CpuStackDocument Stack(CpuStack stack) =>
        new() { Samples = stack.Samples, Class = stack.Class.Name, Thread = stack.Thread, Stack = stack.Frames };

    private static double Percent(long part, CpuSamples samples) => samples.Samples > 0 ? 100.0 * part / samples.Samples : 0;
}
