using Unpause.Reports.Cpu;

namespace Unpause.Reports;

/// <summary>
/// Folded stacks, one per line: <c>outermost;…;innermost weight</c>, as flamegraph.pl, inferno, Speedscope and the Firefox Profiler read
/// them (brendangregg/FlameGraph, README). Where the report has CPU samples, they are the weights, and the first frame is the thread.
/// Otherwise the weights are allocated bytes, and the last frame is the type. With several processes, the first frame is the process name.
/// </summary>
public sealed class FoldedReportWriter : IReportWriter
{
    /// <inheritdoc/>
    public void Write(ReportDocument document, Timeline timeline, Stream output)
    {
        using var text = new StreamWriter(output, new UTF8Encoding(false), leaveOpen: true) { NewLine = "\n" };
        var stacks = document.Processes.Any(process => process.CpuSamples is not null) ? (Func<ProcessDocument, IEnumerable<Folded>?>)Cpu
            : Allocations;
        var several = document.Processes.Count(process => stacks(process) is not null) > 1;
        foreach (var process in document.Processes)
        {
            foreach (var (frames, weight) in stacks(process) ?? [])
            {
                if (several) text.Write(Escaped(ProcessName.Format(process)) + ';');
                text.Write(string.Join(';', frames.Select(Escaped)));
                text.WriteLine(" " + weight.ToString(CultureInfo.InvariantCulture));
            }
        }
    }

    private static IEnumerable<Folded>? Cpu(ProcessDocument process) =>
        process.CpuSamples?.Stacks.Select(stack => new Folded(CpuStacks.Frames(stack), stack.Samples));

    private static IEnumerable<Folded>? Allocations(ProcessDocument process) =>
        process.Allocations?.Sites.Select(site => new Folded(AllocationStacks.Frames(site), site.Bytes));

    /// <summary>Replaces semicolons, which always end a frame.</summary>
    private static string Escaped(string frame) => frame.Replace(';', ':');

    private readonly record struct Folded(IEnumerable<string> Frames, long Weight);
}
