namespace Unpause.Recorder.Probes;

/// <summary>
/// Closes probes without waiting. The kernel takes about 50 ms for each, on every CPU (kernel 6.18), and the process that closes the last
/// descriptor waits for it. So a shell inherits them too, and ends once unpause has closed its own.
/// </summary>
[SupportedOSPlatform("linux")]
internal static unsafe class ProbeHeir
{
    /// <summary>Closes the descriptors.</summary>
    /// <param name="searchPath">PATH as Latin-1 bytes, or null.</param>
    /// <param name="state">State at unpause's start.</param>
    public static void Close(IReadOnlyList<int> descriptors, string? searchPath, StartState state)
    {
        if (descriptors.Count == 0) return;
        var ends = stackalloc int[2];
        var hasPipe = LibC.Pipe(ends, LibC.OCloseOnExec) == 0;
        if (hasPipe) Start(descriptors, ends[0], searchPath, state);
        foreach (var descriptor in descriptors) LibC.Close(descriptor);
        if (!hasPipe) return;
        LibC.Close(ends[0]);
        LibC.Close(ends[1]); // the shell reads end of file, and ends
    }

    private static void Start(IReadOnlyList<int> descriptors, int input, string? searchPath, StartState state)
    {
        if (CommandFile.Find("sh"u8.ToArray(), searchPath, out var shell) != 0) return;
        var request = new SpawnRequest
        {
            Arguments = ["sh"u8.ToArray(), "-c"u8.ToArray(), "read x"u8.ToArray()],
            Environment = [],
            State = state,
            // Not unpause's own: a process that reads them would wait for it.
            Input = input,
            Output = input,
            Error = input,
            Kept = descriptors,
            NewSession = true,
        };
        request.Start(shell, out _);
    }
}
