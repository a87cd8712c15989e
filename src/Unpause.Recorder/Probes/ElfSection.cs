namespace Unpause.Recorder.Probes;

/// <summary>A section of an ELF file, in bytes.</summary>
/// <param name="Offset">Offset in the file.</param>
/// <param name="Length">Length in the file.</param>
/// <param name="Address">Address in memory.</param>
internal readonly record struct ElfSection(long Offset, long Length, long Address)
{
    /// <summary>The end in the file.</summary>
    public long End => Offset > long.MaxValue - Length ? long.MaxValue : Offset + Length;
}
