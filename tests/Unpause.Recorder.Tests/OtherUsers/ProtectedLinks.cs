namespace Unpause.Recorder.Tests.OtherUsers;

/// <summary>Disables the kernel's own protection of links in shared folders, and restores it: unpause must not rely on it.</summary>
internal sealed class ProtectedLinks : IDisposable
{
    private static readonly string[] Files = ["/proc/sys/fs/protected_symlinks", "/proc/sys/fs/protected_hardlinks"];
    private readonly string[] _before = [.. Files.Select(File.ReadAllText)];

    public ProtectedLinks(bool on)
    {
        foreach (var file in Files) File.WriteAllText(file, on ? "1" : "0");
    }

    public void Dispose()
    {
        for (var i = 0; i < Files.Length; i++) File.WriteAllText(Files[i], _before[i]);
    }
}
