using Unpause.Recordings;

namespace Unpause.Cli.Labs;

/// <summary>One run of a lab.</summary>
/// <param name="Mode">One of the lab's modes.</param>
/// <param name="Folder">For recordings and client-side times; a full path.</param>
/// <param name="Seed">Runs with the same one get the same requests at the same moments.</param>
/// <param name="Load">The load.</param>
internal sealed record LabTask(string Mode, string Folder, int Seed, LabLoad Load)
{
    /// <summary>Creates the folder if it does not exist.</summary>
    /// <exception cref="UserMistake">The folder cannot be created.</exception>
    public void MakeFolder()
    {
        try
        {
            Directory.CreateDirectory(Folder);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new UserMistake($"{Folder} cannot be created: {SystemFault.Reason(exception)}");
        }
    }
}
