"""American mahjong: tiles, card, record, replay, rulings, settlement."""
