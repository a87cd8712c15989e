using Unpause.Recordings.Cpu;

namespace Unpause.Recordings.Readers.Perf;

/// <summary>A kind of work, and what shows that a sample was taken in it.</summary>
/// <param name="Runtime">Its runtime's name in the contract; null for the kernel's classes, which count in every runtime.</param>
/// <param name="Name">The kind.</param>
internal sealed record CpuClassRow(string? Runtime, string Name)
{
    /// <summary>Whether it is work of the collector.</summary>
    public bool Collector { get; init; }

    /// <summary>Whether samples in it are also counted where an earlier row has decided their class.</summary>
    public bool Across { get; init; }

    /// <summary>Patterns of frames; one match anywhere in the stack is enough.</summary>
    public string[] Frames { get; init; } = [];

    /// <summary>Patterns of names of threads. The kernel keeps 15 characters.</summary>
    public string[] Threads { get; init; } = [];

    /// <summary>Whether a frame shows it.</summary>
    public bool HasFrame(ReadOnlySpan<char> name) => Any(Frames, name);

    /// <summary>Whether a thread's name shows it.</summary>
    public bool HasThread(ReadOnlySpan<char> name) => Any(Threads, name);

    private static bool Any(string[] patterns, ReadOnlySpan<char> name)
    {
        foreach (var pattern in patterns)
        {
            if (FrameGlob.Matches(pattern, name)) return true;
        }

        return false;
    }
}
