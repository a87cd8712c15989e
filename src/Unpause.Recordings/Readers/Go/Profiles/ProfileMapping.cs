namespace Unpause.Recordings.Readers.Go.Profiles;

/// <summary>A file, or code of the kernel, in a process's memory.</summary>
/// <param name="Start">Where it begins.</param>
/// <param name="File">Index of its name.</param>
/// <param name="BuildId">Index of what its linker signed it with.</param>
internal readonly record struct ProfileMapping(ulong Start, long File, long BuildId)
{
    /// <summary>Reads one (google/pprof, profile.proto, Mapping).</summary>
    public static ProfileMapping Read(ReadOnlySpan<byte> message)
    {
        var mapping = new ProfileMapping(0, 0, 0);
        for (var fields = new ProtobufFields(message); fields.MoveNext();)
        {
            mapping = fields.Number switch
            {
                2 => mapping with { Start = fields.Value },
                5 => mapping with { File = (long)Math.Min(fields.Value, int.MaxValue) },
                6 => mapping with { BuildId = (long)Math.Min(fields.Value, int.MaxValue) },
                _ => mapping,
            };
        }

        return mapping;
    }
}
