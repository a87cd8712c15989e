namespace Unpause.Reports.Checks;

/// <summary>Restricts the baselines that a budgets file may name, because the user did not type them.</summary>
public static class BaselinePath
{
    private static readonly string[] Endings = [".json", ".json.gz"];

    /// <summary>Whether a name is a stored report in the same folder or below.</summary>
    /// <param name="name">The name, with / between folders.</param>
    public static bool IsBeside(string name) =>
        Array.Exists(Endings, ending => name.EndsWith(ending, StringComparison.Ordinal))
        && !name.Contains('\0', StringComparison.Ordinal)
        && !Path.IsPathRooted(name)
        && name.Split('/', '\\').All(part => part is not ("" or "." or ".."));

    /// <summary>The path of a baseline.</summary>
    /// <param name="budgets">The budgets file that names it.</param>
    /// <param name="name">The name in that file.</param>
    public static string Combine(string budgets, string name) => Path.Combine(Path.GetDirectoryName(budgets) ?? "", name);
}
