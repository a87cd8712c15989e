namespace Unpause.Cli;

/// <summary>A lab's program as a file, removed afterwards.</summary>
internal sealed class LabProgram : IDisposable
{
    private readonly string _folder;

    private LabProgram(string folder, string path)
    {
        _folder = folder;
        Path = path;
    }

    /// <summary>The program's file.</summary>
    public string Path { get; }

    /// <summary>Writes the embedded program to a fresh folder.</summary>
    public static LabProgram Extract(Lab lab)
    {
        var folder = Directory.CreateTempSubdirectory("unpause-lab-").FullName;
        var path = System.IO.Path.Combine(folder, System.IO.Path.GetFileName(lab.Script));
        using var source = typeof(LabProgram).Assembly.GetManifestResourceStream($"labs/{lab.Script}")
            ?? throw new InvalidOperationException($"labs/{lab.Script} is not embedded");
        using var target = File.Create(path);
        source.CopyTo(target);
        return new LabProgram(folder, path);
    }

    /// <inheritdoc/>
    public void Dispose() => Directory.Delete(_folder, recursive: true);
}
