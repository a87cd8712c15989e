namespace Unpause.Settings;

/// <summary>A variable that <c>unpause tune</c> may try, from the embedded YAML.</summary>
/// <param name="Name">The variable.</param>
/// <param name="Runtime">The runtime whose it is: one of <c>cpython</c>, <c>dotnet</c>, <c>go</c>, <c>jvm</c>.</param>
/// <param name="Short">Its short name.</param>
/// <param name="What">What it does, a clause.</param>
/// <param name="Tried">Values that are tried when nobody gives settings.</param>
/// <param name="For"><c>batch</c> or <c>service</c>, where it is tried for one of them alone; null for both.</param>
/// <param name="Code">The same in code, the value as <c>{value}</c>.</param>
/// <param name="Needs">Where the variable is read, when that is not everywhere.</param>
public sealed record TunableSetting(
    string Name, string Runtime, string Short, string What, IReadOnlyList<string> Tried, string? For, string Code, string? Needs)
{
    private const string Resource = "Unpause.Settings.tunable.yaml", Value = "{value}";

    /// <summary>All of them, in the file's order.</summary>
    public static IReadOnlyList<TunableSetting> All { get; } = [.. NamedValues.Maps(EmbeddedText.Read(Resource)).Select(Of)];

    /// <summary>The one of a variable, or of a short name.</summary>
    public static TunableSetting? Find(string name) => All.FirstOrDefault(setting => setting.Name == name || setting.Short == name);

    /// <summary>Whether it is tried when nobody gives settings.</summary>
    /// <param name="isService">Of a service, not a batch.</param>
    public bool IsTriedFor(bool isService) => For is null || For == (isService ? "service" : "batch");

    /// <summary>The code that does what the variable does with a value.</summary>
    public string CodeOf(string value) => Code.Replace(Value, value, StringComparison.Ordinal);

    private static TunableSetting Of(IReadOnlyList<NamedValues> row)
    {
        var values = row.ToDictionary(named => named.Name, named => named.Values, StringComparer.Ordinal);
        return new(
            values["name"][0],
            values["runtime"][0],
            values["short"][0],
            values["what"][0],
            values.GetValueOrDefault("try", []),
            values.GetValueOrDefault("for", []).FirstOrDefault(),
            values["code"][0],
            values.GetValueOrDefault("needs", []).FirstOrDefault());
    }
}
