using System.Text;

namespace Unpause.Recorder.Runtimes;

/// <summary>Recognises executables that the Go linker made.</summary>
internal static class GoExecutable
{
    // The note stands before the text segment, in the file's first pages (cmd/link/internal/ld/elf.go).
    private const int Searched = 64 * 1024;

    private static ReadOnlySpan<byte> ElfMagic => [0x7F, (byte)'E', (byte)'L', (byte)'F'];

    // An ELF note's type 4 and the owner's name "Go": the section .note.go.buildid, which `strip` leaves in place.
    private static ReadOnlySpan<byte> BuildIdNote => [4, 0, 0, 0, (byte)'G', (byte)'o', 0, 0];

    /// <summary>Whether the file carries a Go build id. False too when it can't be read.</summary>
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
}
