using System.Text;

namespace Unpause.Recorder;

/// <summary>
/// Tells a shell that somebody will type into: bash takes descriptor 2 for its terminal (jobs.c, initialize_job_control) and
/// has no job control when that is a pseudo-terminal of ours.
/// </summary>
internal static class InteractiveShell
{
    /// <summary>Whether the command starts such a shell: `bash`, `bash -l`, `bash -i …`, not `bash script` or `bash -c …`.</summary>
    /// <param name="arguments">The command's argv.</param>
    public static bool IsStartedBy(IReadOnlyList<byte[]> arguments)
    {
        var name = Encoding.Latin1.GetString(arguments[0]);
        if (name[(name.LastIndexOf('/') + 1)..] is not ("bash" or "rbash" or "sh" or "su")) return false;
        var options = arguments.Skip(1).Select(Encoding.Latin1.GetString).TakeWhile(IsOption).ToList();
        return options.Exists(option => HasLetter(option, 'i'))
            || (options.Count == arguments.Count - 1 && !options.Exists(option => HasLetter(option, 'c')));
    }

    private static bool IsOption(string argument) => argument.Length > 1 && argument[0] is ('-' or '+');

    private static bool HasLetter(string option, char letter) =>
        !option.StartsWith("--", StringComparison.Ordinal) && option.Contains(letter, StringComparison.Ordinal);
}
