using Unpause.Recordings;

namespace Unpause.Cli.Tuning;

/// <summary>Where the files of one trial are.</summary>
/// <param name="Path">The folder.</param>
internal sealed record TrialFolder(string Path)
{
    /// <summary>The recordings.</summary>
    public string Recording => System.IO.Path.Combine(Path, "recording");

    /// <summary>What the program printed.</summary>
    public string Log => System.IO.Path.Combine(Path, "output.log");

    /// <summary>What the load command printed.</summary>
    public string LoadLog => System.IO.Path.Combine(Path, "load.log");

    /// <summary>How the program ended.</summary>
    public string End => System.IO.Path.Combine(Path, "end.json");

    /// <summary>The requests, as the load saw them.</summary>
    public string Requests => System.IO.Path.Combine(Path, "requests.csv");

    /// <summary>Creates the folder, and removes files of an interrupted trial.</summary>
    /// <exception cref="UserMistake">The folder cannot be created.</exception>
    public void Make()
    {
        try
        {
            if (Directory.Exists(Path)) Directory.Delete(Path, recursive: true);
            Directory.CreateDirectory(Path);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new UserMistake($"{Path} cannot be created: {SystemFault.Reason(exception)}");
        }
    }
}
