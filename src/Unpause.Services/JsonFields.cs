namespace Unpause.Services;

/// <summary>Fields of JSON that may have any form: what is not there, or of another type, is null.</summary>
internal static class JsonFields
{
    /// <summary>A text of an object.</summary>
    public static string? Text(this JsonElement of, string name) =>
        Field(of, name) is { ValueKind: JsonValueKind.String } text ? text.GetString() : null;

    /// <summary>A number of an object.</summary>
    public static double? Number(this JsonElement of, string name) =>
        Field(of, name) is { ValueKind: JsonValueKind.Number } number ? number.GetDouble() : null;

    private static JsonElement? Field(JsonElement of, string name) =>
        of.ValueKind == JsonValueKind.Object && of.TryGetProperty(name, out var field) ? field : null;
}
