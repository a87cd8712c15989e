namespace Unpause.Services.Watch;

/// <summary>Replaces a file at once, so that its readers never see a part of it.</summary>
internal static class WholeFile
{
    /// <summary>Of a file that only its owner may read.</summary>
    public const UnixFileMode Secret = UnixFileMode.UserRead | UnixFileMode.UserWrite;

    /// <summary>Writes it.</summary>
    /// <param name="mode">Who may read it; null: as usual.</param>
    /// <exception cref="IOException">It cannot be written.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be written.</exception>
    public static void Write(string path, ReadOnlySpan<byte> bytes, UnixFileMode? mode = null)
    {
        var written = path + ".new";
        var options = new FileStreamOptions { Mode = FileMode.Create, Access = FileAccess.Write, UnixCreateMode = mode };
        using (var file = new FileStream(written, options)) file.Write(bytes);
        File.Move(written, path, overwrite: true);
    }
}
