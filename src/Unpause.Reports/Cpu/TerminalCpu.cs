using Spectre.Console;
using Unpause.Analysis.Allocations;
using Unpause.Recordings.Cpu;
using static Unpause.Reports.TerminalText;

namespace Unpause.Reports.Cpu;

/// <summary>CPU time by class and stack, for a terminal.</summary>
internal static class TerminalCpu
{
    /// <summary>Most stacks that are shown.</summary>
    private const int MostStacks = 3, MostVerboseStacks = 20;

    /// <summary>Writes the CPU time; nothing when there are no samples.</summary>
    public static void Write(CpuSamplesDocument? cpu, bool verbose, IAnsiConsole console)
    {
        if (cpu is null) return;
        console.WriteLine();
        WriteIndented(console, "CPU    ", Safe($"collector {CpuTables.Line(cpu)}"));
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

/// <summary>Stacks of CPU samples for stack file formats: the thread first, then the outermost function.</summary>
internal static class CpuStacks
{
    // Of Go's standard library only the runtime is certain: its other packages have names like an application's own.
    private static readonly string[] Runtime = ["[", "runtime.", "runtime/", "syscall.", "internal/"];

    /// <summary>Whether a frame is of the kernel, the runtime or a platform, or has no name.</summary>
    public static bool IsPlatform(string frame) =>
        frame.EndsWith(FrameGlob.KernelMark, StringComparison.Ordinal)
        || Array.Exists(Runtime, start => frame.StartsWith(start, StringComparison.Ordinal)) || UserFrames.IsPlatform(frame);

    /// <summary>The stack shortened for people.</summary>
    public static IReadOnlyList<(string Method, bool Own)> Short(CpuStackDocument stack) => ShortStack.Shorten(stack.Stack, IsPlatform);

    /// <summary>The frames of a stack, safe to show.</summary>
    public static IEnumerable<string> Frames(CpuStackDocument stack)
    {
        yield return PlainText.Clean(stack.Thread ?? stack.Class);
        for (var i = stack.Stack.Count - 1; i >= 0; i--) yield return PlainText.Clean(stack.Stack[i]);
    }
}
