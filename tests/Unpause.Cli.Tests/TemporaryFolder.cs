namespace Unpause.Cli.Tests;

/// <summary>A fresh folder that goes with the test.</summary>
internal sealed class TemporaryFolder : IDisposable
{
    public string Path { get; } = Directory.CreateTempSubdirectory("unpause-test-").FullName;

    /// <summary>A file's path in the folder.</summary>
    public string this[string name] => System.IO.Path.Combine(Path, name);

    /// <summary>Writes a file and gives its path.</summary>
    public string Write(string name, byte[] bytes)
    {
        File.WriteAllBytes(this[name], bytes);
        return this[name];
    }

    public void Dispose() => Directory.Delete(Path, recursive: true);
}
