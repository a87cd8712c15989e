using Spectre.Console;
using Unpause.Reports.Documents;
using static Unpause.Reports.TerminalText;

namespace Unpause.Reports.Cpu;

/// <summary>Where the CPU time went, for a terminal.</summary>
internal static class TerminalCpu
{
    /// <summary>Stacks that are shown.</summary>
    private const int MostStacks = 3, MostVerboseStacks = 20;

    /// <summary>Writes it; nothing when there are no samples.</summary>
    public static void Write(CpuSamplesDocument? cpu, bool verbose, IAnsiConsole console)
    {
        if (cpu is null) return;
        console.WriteLine();
        WriteIndented(console, "cpu    ", Safe($"collector {CpuTables.Line(cpu)}"));
        foreach (var remark in CpuTables.Remarks(cpu)) WriteIndented(console, "       ", Safe(remark));
        WriteIndented(console, "       ", $"[dim]{Safe(cpu.RuntimeEvidence)}[/]");
        WriteTable(CpuTables.Table(cpu), console);
        var stacks = cpu.Stacks.Where(stack => stack.Stack.Count > 0).Take(verbose ? MostVerboseStacks : MostStacks).ToList();
        if (stacks.Count == 0) return;
        console.WriteLine();
        console.MarkupLine("[dim]CPU time, by stack[/]");
        foreach (var stack in stacks)
        {
            WriteIndented(console, "  ", Safe(CpuTables.Place(stack, cpu)));
            WriteIndented(console, "    ", string.Join("[dim] ← [/]", CpuStacks.Short(stack).Select(Frame)));
        }
    }

    private static string Frame((string Method, bool Own) frame) =>
        frame.Own ? $"[bold]{Safe(frame.Method)}[/]" : $"[dim]{Safe(frame.Method)}[/]";
}
