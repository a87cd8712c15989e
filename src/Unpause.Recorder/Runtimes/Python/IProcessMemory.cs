namespace Unpause.Recorder.Runtimes.Python;

/// <summary>A process's memory, as far as <see cref="RemoteDebugging"/> needs it.</summary>
internal interface IProcessMemory
{
    /// <summary>Reads the process's map.</summary>
    /// <exception cref="IOException">It can't be read.</exception>
    /// <exception cref="TimeoutException">The kernel did not answer in time.</exception>
    WritableMemory Map();

    /// <summary>Reads memory.</summary>
    /// <returns>How many bytes were read; fewer than there is room for, where no page follows.</returns>
    /// <exception cref="IOException">There is no such page any more.</exception>
    /// <exception cref="TimeoutException">The kernel did not answer in time.</exception>
    int Read(ulong address, Span<byte> bytes);

    /// <summary>Writes memory.</summary>
    /// <exception cref="IOException">Not all of it can be written.</exception>
    /// <exception cref="TimeoutException">The kernel did not answer in time.</exception>
    void Write(ulong address, ReadOnlySpan<byte> bytes);
}
