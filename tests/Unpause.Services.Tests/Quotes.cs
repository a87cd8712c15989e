namespace Unpause.Services.Tests;

/// <summary>Compares an answer with the document that it quotes.</summary>
internal sealed class Quotes(JsonElement document)
{
    // Counts of what was cut, and the exit code of the command: not numbers of a recording.
    private static readonly string[] OfTheAnswer = ["source", "requests_source", "left_out"];

    /// <summary>How many numbers were compared.</summary>
    public int Numbers { get; private set; }

    /// <summary>Every number of the answer is in the document, at its pointer.</summary>
    public void Check(JsonElement answer, string name = "")
    {
        if (OfTheAnswer.Contains(name)) return;
        switch (answer.ValueKind)
        {
            case JsonValueKind.Object when answer.TryGetProperty("at", out var at) && answer.TryGetProperty("value", out var value):
                CheckPart(value, Find(at.GetString()!), at.GetString()!);
                foreach (var member in answer.EnumerateObject().Where(member => member.Name is "low" or "high")) Check(member.Value);
                break;
            case JsonValueKind.Object:
                foreach (var member in answer.EnumerateObject()) Check(member.Value, member.Name);
                break;
            case JsonValueKind.Array:
                foreach (var item in answer.EnumerateArray()) Check(item);
                break;
            default:
                Assert.False(answer.ValueKind == JsonValueKind.Number, $"{name} {answer} has no source");
                break;
        }
    }

    private JsonElement Find(string pointer)
    {
        var at = document;
        foreach (var step in pointer.Split('/')[1..])
            at = at.ValueKind == JsonValueKind.Array ? at[int.Parse(step, null)] : at.GetProperty(step);
        return at;
    }

    private void CheckPart(JsonElement quoted, JsonElement whole, string at)
    {
        Assert.True(quoted.ValueKind == whole.ValueKind, at);
        switch (quoted.ValueKind)
        {
            case JsonValueKind.Object:
                foreach (var member in quoted.EnumerateObject())
                    CheckPart(member.Value, whole.GetProperty(member.Name), $"{at}/{member.Name}");
                break;
            case JsonValueKind.Array:
                for (var index = 0; index < quoted.GetArrayLength(); index++) CheckPart(quoted[index], whole[index], $"{at}/{index}");
                break;
            case JsonValueKind.String:
                var text = quoted.GetString()!;
                if (text.EndsWith('…')) Assert.StartsWith(text[..^1], whole.GetString()!, StringComparison.Ordinal);
                else Assert.Equal(whole.GetString(), text);
                break;
            default:
                Assert.Equal(whole.GetRawText(), quoted.GetRawText());
                if (quoted.ValueKind == JsonValueKind.Number) Numbers++;
                break;
        }
    }
}
