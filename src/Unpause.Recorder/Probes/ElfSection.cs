namespace Unpause.Recorder.Probes;

/// <summary>A section of an ELF file, in bytes.</summary>
/// <param name="Offset">Where it stands in the file.</param>
/// <param name="Length">How long it is there.</param>
/// <param name="Address">Where it stands in memory.</param>
internal readonly record struct ElfSection(long Offset, long Length, long Address)
{
    /// <summary>The end in the file.</summary>
    public long End => Offset > long.MaxValue - Length ? long.MaxValue : Offset + Length;
}
