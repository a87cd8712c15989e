using System.Diagnostics;

namespace Unpause.Fleet.Tests.ClickHouse;

/// <summary>A fresh folder that goes with the test.</summary>
internal sealed class OwnFolder : IDisposable
{
    public string Path { get; } = Directory.CreateTempSubdirectory("unpause-fleet-").FullName;

    public string this[string name] => System.IO.Path.Combine(Path, name);

    public void Dispose() => Directory.Delete(Path, recursive: true);
}

/// <summary>A file system in memory that is soon full; needs root.</summary>
internal sealed class SmallDisk : IAsyncDisposable
{
    public string Path { get; } = Directory.CreateTempSubdirectory("unpause-disk-").FullName;

    public static async Task<SmallDisk> MountAsync(int megabytes)
    {
        var disk = new SmallDisk();
        await RunAsync("mount", "-t", "tmpfs", "-o", $"size={megabytes}m", "tmpfs", disk.Path);
        return disk;
    }

    public async ValueTask DisposeAsync()
    {
        await RunAsync("umount", Path);
        Directory.Delete(Path);
    }

    private static async Task RunAsync(string program, params string[] arguments)
    {
        using var process = Process.Start(program, arguments);
        await process.WaitForExitAsync();
        Assert.Equal(0, process.ExitCode);
    }
}
