using System.Globalization;
using System.Text;
using Unpause.Reports.Documents;

namespace Unpause.Reports;

/// <summary>
/// Allocated bytes as folded stacks, one a line: <c>outermost;…;innermost;type bytes</c>, as flamegraph.pl,
/// inferno, Speedscope and the Firefox Profiler read them (brendangregg/FlameGraph, README). Several processes have
/// their names as the first frame.
/// </summary>
public sealed class FoldedReportWriter : IReportWriter
{
    /// <inheritdoc/>
    public void Write(ReportDocument document, Timeline timeline, Stream output)
    {
        using var text = new StreamWriter(output, new UTF8Encoding(false), leaveOpen: true) { NewLine = "\n" };
        var several = document.Processes.Count(process => process.Allocations is not null) > 1;
        foreach (var process in document.Processes)
        {
            foreach (var site in process.Allocations?.Sites ?? [])
            {
                if (several) text.Write(Escaped(ProcessName.Of(process)) + ';');
                text.Write(string.Join(';', AllocationStacks.Frames(site).Select(Escaped)));
                text.WriteLine(" " + site.Bytes.ToString(CultureInfo.InvariantCulture));
            }
        }
    }

    /// <summary>A semicolon ends a frame, whatever stands around it.</summary>
    private static string Escaped(string frame) => frame.Replace(';', ':');
}
