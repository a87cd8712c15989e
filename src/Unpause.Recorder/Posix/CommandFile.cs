namespace Unpause.Recorder.Posix;

/// <summary>Finds the file of a command name like execvp, on bytes.</summary>
[SupportedOSPlatform("linux")]
public static unsafe class CommandFile
{
    // What the C library searches when PATH is not set (confstr _CS_PATH).
    private const string DefaultSearchPath = "/bin:/usr/bin";
    private const int Enoent = 2;

    /// <summary>Returns 0 and the file, or ENOENT or EACCES.</summary>
    /// <param name="name">The command as typed.</param>
    /// <param name="searchPath">PATH as Latin-1 bytes, or null.</param>
    /// <param name="file">The file to execute.</param>
    public static int Find(byte[] name, string? searchPath, out byte[] file)
    {
        file = name;
        if (name.Length == 0) return Enoent;
        if (Array.IndexOf(name, (byte)'/') >= 0) return Exists(name) ? 0 : Enoent;
        var denied = false;
        foreach (var folder in (searchPath ?? DefaultSearchPath).Split(':'))
        {
            var candidate = Join(folder, name);
            if (!Exists(candidate) || IsFolder(candidate)) continue;
            file = candidate;
            if (IsExecutable(candidate)) return 0;
            denied = true;
        }

        return denied ? LibC.Eacces : Enoent;
    }

    private static byte[] Join(string folder, byte[] name) =>
        folder.Length == 0 ? name : [.. Bytes.FromLatin1(folder), (byte)'/', .. name];

    private static bool Exists(byte[] path) => Accessible(path, 0);

    private static bool IsExecutable(byte[] path) => Accessible(path, LibC.ExecuteAccess);

    private static bool IsFolder(byte[] path) => Accessible([.. path, (byte)'/', (byte)'.'], 0);

    private static bool Accessible(byte[] path, int mode)
    {
        byte[] terminated = [.. path, 0];
        fixed (byte* pointer = terminated) return LibC.Access(pointer, mode) == 0;
    }
}
