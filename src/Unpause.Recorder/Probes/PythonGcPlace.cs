namespace Unpause.Recorder.Probes;

/// <summary>A file offset in CPython at which a collection starts or ends.</summary>
/// <param name="IsStart">Whether it is the start.</param>
/// <param name="Offset">Offset in the file.</param>
/// <param name="Argument">
/// Location of the generation at the start, of the number of collected objects at the end; null if unknown.
/// </param>
/// <param name="Semaphore">File offset of the counter by which the program knows that it is observed; 0 without one.</param>
internal sealed record PythonGcPlace(bool IsStart, long Offset, ProbeArgument? Argument, uint Semaphore)
{
    // At least one register must be requested.
    private const ulong AnyRegister = 1;

    /// <summary>The probe for it.</summary>
    public ProbePlace Probe => new(Offset, Argument?.Registers ?? AnyRegister, Argument?.StackBytes ?? 0, Semaphore);
}
