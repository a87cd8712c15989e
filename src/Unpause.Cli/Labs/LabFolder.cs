using Unpause.Cli.Output;

namespace Unpause.Cli.Labs;

/// <summary>A lab's programs as files in a fresh folder, removed afterwards.</summary>
internal sealed class LabFolder : IDisposable
{
    private LabFolder(string path) => Path = path;

    /// <summary>The folder.</summary>
    public string Path { get; }

    /// <summary>A file's path in the folder.</summary>
    public string this[string name] => System.IO.Path.Combine(Path, name);

    /// <summary>Writes the programs of <c>labs/NAME</c>, which this build carries.</summary>
    /// <exception cref="UserMistake">There is no place for them.</exception>
    public static LabFolder Extract(string name)
    {
        LabFolder? folder = null;
        try
        {
            folder = new LabFolder(Directory.CreateTempSubdirectory("unpause-lab-").FullName);
            folder.Write(name);
            return folder;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            folder?.Dispose();
            throw new UserMistake(
                $"the lab's files cannot be written to {System.IO.Path.GetTempPath()}: {OutputFault.Reason(exception)}; "
                + "set TMPDIR to another folder");
        }
    }

    /// <inheritdoc/>
    public void Dispose() => Directory.Delete(Path, recursive: true);

    private void Write(string name)
    {
        var assembly = typeof(LabFolder).Assembly;
        var prefix = $"labs/{name}/";
        foreach (var resource in assembly.GetManifestResourceNames())
        {
            if (!resource.StartsWith(prefix, StringComparison.Ordinal)) continue;
            using var source = assembly.GetManifestResourceStream(resource)!;
            using var target = File.Create(this[resource[prefix.Length..]]);
            source.CopyTo(target);
        }
    }
}
