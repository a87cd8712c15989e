namespace Unpause.Recorder.Runtimes.Python;

/// <summary>The operations on a process's memory that <see cref="RemoteDebugging"/> needs.</summary>
internal interface IProcessMemory
{
    /// <summary>Reads the process's memory map.</summary>
    /// <exception cref="IOException">It can't be read.</exception>
    /// <exception cref="TimeoutException">The kernel did not answer in time.</exception>
    WritableMemory Map();

    /// <summary>Reads memory.</summary>
    /// <returns>Number of bytes read; fewer than requested if the next page is not mapped.</returns>
    /// <exception cref="IOException">The page is no longer mapped.</exception>
    /// <exception cref="TimeoutException">The kernel did not answer in time.</exception>
    int Read(ulong address, Span<byte> bytes);

    /// <summary>Writes memory.</summary>
    /// <exception cref="IOException">Part of it can't be written.</exception>
    /// <exception cref="TimeoutException">The kernel did not answer in time.</exception>
    void Write(ulong address, ReadOnlySpan<byte> bytes);
}
