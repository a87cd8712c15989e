namespace Unpause.Services.Mcp.Tools;

/// <summary>What a report could not judge, with the reason and what would have to be recorded.</summary>
internal static class NotKnown
{
    /// <summary>The document's lists of it.</summary>
    /// <param name="process">Only this process; null for all.</param>
    /// <param name="most">The most items of each list.</param>
    public static JsonObject Of(Quotation quotation, long? process, int most)
    {
        var (notes, pauses) = (new JsonArray(), new JsonArray());
        for (var index = 0; index < quotation.Count("/processes"); index++)
        {
            if (process is { } one && one != index) continue;
            Add(quotation, notes, $"/processes/{index}/source/coverage/notes", most);
            for (var pause = 0; pause < quotation.Count($"/processes/{index}/explanations") && pause < 3; pause++)
                Add(quotation, pauses, $"/processes/{index}/explanations/{pause}/not_recorded", most);
        }

        return new JsonObject
        {
            ["not_recorded"] = quotation.QuoteItems("/not_recorded", "what_to_record_next", most),
            ["rules_not_applicable"] = Rules(quotation, process, most),
            ["coverage"] = notes,
            ["of_longest_pauses"] = pauses,
        };
    }

    private static JsonArray Rules(Quotation quotation, long? process, int most)
    {
        var (shown, all) = (new JsonArray(), 0);
        most = Math.Min(most, quotation.Size.Items);
        for (var index = 0; index < quotation.Count("/not_applicable"); index++)
        {
            if (process is { } one && quotation.Find($"/not_applicable/{index}/process")?.GetInt64() != one) continue;
            all++;
            if (shown.Count < most) shown.Add((JsonNode?)quotation.Quote($"/not_applicable/{index}"));
        }

        quotation.Omit("/not_applicable", shown.Count, all, "what_to_record_next with one file");
        return shown;
    }

    private static void Add(Quotation quotation, JsonArray to, string list, int most)
    {
        for (var index = 0; index < quotation.Count(list) && to.Count < Math.Min(most, quotation.Size.Items); index++)
            to.Add((JsonNode?)quotation.Quote($"{list}/{index}"));
    }
}
