using Unpause.Analysis.Allocations;
using Unpause.Recordings.Cpu;
using Unpause.Reports.Documents;

namespace Unpause.Reports.Cpu;

/// <summary>Stacks of CPU samples as files of stacks have them: the thread first, then the outermost function.</summary>
internal static class CpuStacks
{
    // Of Go's library only the runtime is certain: other packages of it have names like those of a program's own.
    private static readonly string[] Runtime = ["[", "runtime.", "runtime/", "syscall.", "internal/"];

    /// <summary>Whether a frame is of the kernel, the runtime or a platform, or has no name.</summary>
    public static bool IsPlatform(string frame) =>
        frame.EndsWith(FrameGlob.KernelMark, StringComparison.Ordinal)
        || Array.Exists(Runtime, start => frame.StartsWith(start, StringComparison.Ordinal)) || UserFrames.IsPlatform(frame);

    /// <summary>The stack shortened for people.</summary>
    public static IReadOnlyList<(string Method, bool Own)> Short(CpuStackDocument stack) => ShortStack.Of(stack.Stack, IsPlatform);

    /// <summary>The frames of a stack, safe to show.</summary>
    public static IEnumerable<string> Frames(CpuStackDocument stack)
    {
        yield return PlainText.Clean(stack.Thread ?? stack.Class);
        for (var i = stack.Stack.Count - 1; i >= 0; i--) yield return PlainText.Clean(stack.Stack[i]);
    }
}
