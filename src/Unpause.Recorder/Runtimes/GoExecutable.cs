using System.Text;

namespace Unpause.Recorder.Runtimes;

/// <summary>Recognises executables of the Go linker.</summary>
public static class GoExecutable
{
    // The note is before the text segment, in the file's first pages (cmd/link/internal/ld/elf.go).
    private const int Searched = 64 * 1024;

    private static ReadOnlySpan<byte> ElfMagic => [0x7F, (byte)'E', (byte)'L', (byte)'F'];

    // An ELF note of type 4 and owner "Go": the section .note.go.buildid, which `strip` keeps.
    private static ReadOnlySpan<byte> BuildIdNote => [4, 0, 0, 0, (byte)'G', (byte)'o', 0, 0];

    private static ReadOnlySpan<byte> BuildInfoMagic =>
    [
        0xFF, (byte)' ', (byte)'G', (byte)'o', (byte)' ', (byte)'b', (byte)'u', (byte)'i', (byte)'l', (byte)'d', (byte)'i', (byte)'n',
        (byte)'f', (byte)':'
    ];

    // Function names are in every executable, also a stripped one, because the runtime needs them.
    private static ReadOnlySpan<byte> ToolMark => "cmd/go/internal/work.(*Builder)"u8;

    // Launchers of golang.org/dl, such as go1.22, which start the go tool of that version.
    private static ReadOnlySpan<byte> LauncherMark => "golang.org/dl/internal/version."u8;

    // Linters, generators and gopls, which load packages by `go list -export` and so compile them.
    private static ReadOnlySpan<byte> LoaderMark => "golang.org/x/tools/internal/gocommand."u8;

    private static ReadOnlySpan<byte> MageMark => "github.com/magefile/mage/"u8;

    /// <summary>Whether the file has a Go build id. Also false when it can't be read.</summary>
    /// <param name="path">The file's name as bytes.</param>
    public static bool Is(byte[] path)
    {
        try
        {
            using var file = File.OpenRead(Encoding.UTF8.GetString(path));
            var start = new byte[Searched];
            var length = file.ReadAtLeast(start, Searched, throwOnEndOfStream: false);
            return start.AsSpan(0, length).StartsWith(ElfMagic) && start.AsSpan(0, length).IndexOf(BuildIdNote) >= 0;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            return false;
        }
    }

    /// <summary>Whether a Go executable is the go tool, or one that passes its arguments on to it.</summary>
    /// <remarks>
    /// Recognised by content, because any link may lead to it (Debian's /usr/bin/go) and versions have other names (go1.22).
    /// A link called go may lead to a launcher of another kind: snap's leads to /usr/bin/snap.
    /// </remarks>
    /// <param name="path">The file's name as bytes.</param>
    public static bool IsTool(byte[] path)
    {
        var name = Encoding.UTF8.GetString(path);
        try
        {
            return (Path.GetFileName(name) == "go" && File.ResolveLinkTarget(name, returnFinalTarget: true) is { Name: not "go" })
                || Contains(name, ToolMark) || Contains(name, LauncherMark);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return true; // unknown: an unspoilt build cache is worth more than a recording
        }
    }

    /// <summary>Whether a Go executable is one that starts the go tool for its own purposes.</summary>
    /// <param name="path">The file's name as bytes.</param>
    public static bool StartsTool(byte[] path)
    {
        var name = Encoding.UTF8.GetString(path);
        try
        {
            return Contains(name, LoaderMark) || Contains(name, MageMark);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return true;
        }
    }

    /// <summary>The Go version in the build information (go1.18 and later); null when it is not within the first 128 MB.</summary>
    /// <remarks>
    /// Format: src/debug/buildinfo/buildinfo.go: 14 bytes of magic at a multiple of 16, flags at 15, from 32 on a length and the version.
    /// </remarks>
    public static string? VersionOf(string path)
    {
        const int Block = 1 << 20, MostBlocks = 128, InlineFlag = 2, Header = 33;
        try
        {
            using var file = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, 1);
            var bytes = new byte[Block + 256];
            for (var block = 0; block < MostBlocks; block++)
            {
                file.Position = (long)block * Block;
                var read = file.ReadAtLeast(bytes, bytes.Length, throwOnEndOfStream: false);
                var at = bytes.AsSpan(0, read).IndexOf(BuildInfoMagic);
                if (at >= 0 && at < Block && read > at + Header && (bytes[at + 15] & InlineFlag) != 0
                    && bytes[at + 32] is var length and < 128 && read >= at + Header + length)
                    return Encoding.UTF8.GetString(bytes, at + Header, length);
                if (read < bytes.Length) return null;
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            // No access: no version.
        }

        return null;
    }

    private static bool Contains(string path, ReadOnlySpan<byte> mark)
    {
        const int Block = 1 << 20;
        using var file = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, 1);
        var bytes = new byte[Block + mark.Length];
        for (var kept = 0; ;)
        {
            var length = kept + file.ReadAtLeast(bytes.AsSpan(kept), bytes.Length - kept, throwOnEndOfStream: false);
            if (bytes.AsSpan(0, length).IndexOf(mark) >= 0) return true;
            if (length < bytes.Length) return false;
            kept = mark.Length - 1;
            bytes.AsSpan(length - kept).CopyTo(bytes);
        }
    }
}
