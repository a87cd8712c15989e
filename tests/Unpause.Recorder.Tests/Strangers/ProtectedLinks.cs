namespace Unpause.Recorder.Tests.Strangers;

/// <summary>Sets what the kernel itself forbids to links in shared folders, and sets it back: our safety must not rest on it.</summary>
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
