namespace Unpause.Recorder.Probes;

/// <summary>A place in CPython's file by which a collection begins or ends.</summary>
/// <param name="IsStart">Whether it begins there.</param>
/// <param name="Offset">Where it stands in the file.</param>
/// <param name="Argument">
/// Where the generation stands at the beginning, at the end what was collected; null where that can't be told.
/// </param>
/// <param name="Semaphore">The counter in the file by which the program knows that it is observed; 0 where it has none.</param>
internal sealed record PythonGcPlace(bool IsStart, long Offset, ProbeArgument? Argument, uint Semaphore)
{
    // Some register is always asked for.
    private const ulong AnyRegister = 1;

    /// <summary>The probe for it.</summary>
    public ProbePlace Probe => new(Offset, Argument?.Registers ?? AnyRegister, Argument?.StackBytes ?? 0, Semaphore);
}
