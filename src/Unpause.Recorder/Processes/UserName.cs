namespace Unpause.Recorder.Processes;

/// <summary>Names of users by number, from /etc/passwd.</summary>
internal static class UserName
{
    private static readonly Lazy<Dictionary<uint, string>> Names = new(Load);

    /// <summary>The name, or the number if the machine has no such user (a container's user).</summary>
    public static string Of(uint user) =>
        Names.Value.GetValueOrDefault(user) ?? user.ToString(System.Globalization.CultureInfo.InvariantCulture);

    /// <summary>The user in the syntax of <c>sudo -u</c>.</summary>
    public static string ForSudo(uint user) =>
        Names.Value.GetValueOrDefault(user) ?? $"'#{user.ToString(System.Globalization.CultureInfo.InvariantCulture)}'";

    private static Dictionary<uint, string> Load()
    {
        var names = new Dictionary<uint, string>();
        try
        {
            foreach (var line in File.ReadLines("/etc/passwd"))
            {
                var fields = line.Split(':');
                if (fields.Length > 2 && uint.TryParse(fields[2], out var user)) names.TryAdd(user, fields[0]);
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The numbers are shown instead.
        }

        return names;
    }
}
